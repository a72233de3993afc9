-- Nothing in this table can be read without the key ring: hashes are HMACs, states are sealed.

CREATE TABLE campanile_record (
    kind varchar(40) NOT NULL,
    key_hash bytea NOT NULL,
    owner_hash bytea NOT NULL,
    version bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (kind, key_hash)
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

CREATE INDEX campanile_record_owner ON campanile_record (kind, owner_hash, key_hash);
CREATE INDEX campanile_record_expires ON campanile_record (expires_at);
