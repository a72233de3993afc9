CREATE TABLE campanile_persistent_id (
    service_hash bytea NOT NULL,
    value_hash bytea NOT NULL,
    principal_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    -- A revoked identifier stays, so that its value is never given again (SAML Core 8.3.7).
    revoked_at timestamptz,
    state bytea NOT NULL,
    PRIMARY KEY (service_hash, value_hash)
);

CREATE UNIQUE INDEX campanile_persistent_id_active ON campanile_persistent_id (principal_hash, service_hash)
    WHERE revoked_at IS NULL;

CREATE TABLE campanile_consent (
    principal_hash bytea NOT NULL,
    service_hash bytea NOT NULL,
    given_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (principal_hash, service_hash)
);

CREATE INDEX campanile_consent_expires ON campanile_consent (expires_at);
