-- PostgreSQL 14 and newer. Nothing in these tables can be read without the key ring: keys and hashes are
-- HMACs or digests, states are sealed.

CREATE TABLE campanile_session (
    key bytea PRIMARY KEY,
    principal_hash bytea NOT NULL,
    version bigint NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- In no index: so a touch writes a heap-only tuple, for which the fill factor leaves room.
    idle_expires_at timestamptz NOT NULL,
    state bytea NOT NULL
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

CREATE INDEX campanile_session_principal ON campanile_session (principal_hash, key);
CREATE INDEX campanile_session_expires ON campanile_session (expires_at);

CREATE TABLE campanile_session_service (
    session_key bytea NOT NULL REFERENCES campanile_session (key) ON DELETE CASCADE,
    service_hash bytea NOT NULL,
    identifier_hash bytea NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (session_key, service_hash)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

CREATE INDEX campanile_session_service_identifier ON campanile_session_service (identifier_hash, session_key);

-- Volatile on purpose: in READ COMMITTED its query then takes a snapshot of its own. Called by the statement that
-- deletes a session, once the row is locked, it sees the service whose insert that statement had to wait for.
CREATE FUNCTION campanile_services_of(ended bytea) RETURNS SETOF campanile_session_service
    LANGUAGE sql VOLATILE
    AS $$ SELECT * FROM campanile_session_service WHERE session_key = ended $$;

CREATE TABLE campanile_one_time (
    -- The digest of kind and key.
    key bytea PRIMARY KEY,
    kind varchar(40) NOT NULL,
    expires_at timestamptz NOT NULL,
    -- NULL for a mark.
    value bytea
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

CREATE INDEX campanile_one_time_expires ON campanile_one_time (expires_at);
