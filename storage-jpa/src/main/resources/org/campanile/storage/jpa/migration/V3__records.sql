CREATE TABLE campanile_record (
    kind varchar(40) NOT NULL,
    key bytea NOT NULL,
    owner bytea NOT NULL,
    version bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (key, kind)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

CREATE INDEX campanile_record_owner ON campanile_record (owner, kind, key);
CREATE INDEX campanile_record_expires ON campanile_record (expires_at);
