/** What the engine's configuration file depends on; paths are absolute. */
export type RestateConfig = {
  baseDir: string
  identityKeyFile: string
}

/** Names the folder of its data and sockets below the base folder. */
export const NODE_NAME = 'caseloom'

/**
 * The engine's configuration (TOML): sockets only, because it asks no one who they are; no telemetry, and memory caps for a small machine, because its
 * defaults reserve gigabytes. The number of partitions counts at the first start only: one partition writes its log in
 * fewer, larger pieces than four, and what a machine runs at the same time is bounded elsewhere before it is bounded by one.
 */
export function restateConfig({ baseDir, identityKeyFile }: RestateConfig): string {
  return `node-name = "${NODE_NAME}"
cluster-name = "caseloom"
auto-provision = true
base-dir = ${JSON.stringify(baseDir)}
# Else it looks for itself at the real path behind a link, which may be too long for a socket.
advertised-address = ${JSON.stringify(`unix:${baseDir}/${NODE_NAME}/fabric.sock`)}
listen-mode = "unix"
default-num-partitions = 1
rocksdb-total-memory-size = "256 MiB"
disable-telemetry = true
disable-prometheus = true
shutdown-timeout = "2s"
log-format = "compact"
log-disable-ansi-codes = true
log-filter = "warn,octocrab=off,hyper_rustls=error"

# Used by every service that sets none: without a bound a broken run would be tried for ever.
[default-retry-policy]
initial-interval = "200ms"
exponentiation-factor = 2.0
max-interval = "30s"
max-attempts = 30
on-max-attempts = "kill"

[worker]
data-service-memory-limit = "64 MiB"

[worker.invoker]
request-identity-private-key-pem-file = ${JSON.stringify(identityKeyFile)}
memory-limit = "256 MiB"
inactivity-timeout = "1s"
abort-timeout = "30s"
# Of each partition: runs of twenty tenants that fill their share.
concurrent-invocations-limit = 4000

[admin]
disable-web-ui = true

[admin.query-engine]
memory-size = "128 MiB"

[bifrost]
record-cache-memory-size = "32 MiB"
`
}

/**
 * The only certificate the engine trusts (its key was thrown away). It wants at least one to start, which a bare
 * system may lack; and its look for a newer release at each start cannot be switched off, so it must not succeed.
 */
export const TRUST_NONE = `-----BEGIN CERTIFICATE-----
MIIBxjCCAW2gAwIBAgIUCC/MEqOQ9AEqiwCwCo4cgXOOJZQwCgYIKoZIzj0EAwIw
ODE2MDQGA1UEAwwtQ2FzZWxvb20gZW5naW5lIHRydXN0cyBubyBvdXRzaWRlIGNl
cnRpZmljYXRlMCAXDTI2MTEyMTA0NDkwMVoYDzIxMjYxMDI4MDQ0OTAxWjA4MTYw
NAYDVQQDDC1DYXNlbG9vbSBlbmdpbmUgdHJ1c3RzIG5vIG91dHNpZGUgY2VydGlm
aWNhdGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ/3krHTveD1YxGA2H/Av/m
Eqse5QJ4o78eXWSQwfJ19VoJicx/6sY2GQGjqbhHQaCAB1zNYt2PYmweeAD4+2fs
o1MwUTAdBgNVHQ4EFgQUwQe068VJPKmXzPkB+6rzKKsOVIAwHwYDVR0jBBgwFoAU
wQe068VJPKmXzPkB+6rzKKsOVIAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNHADBEAiA811Ao8z1GASLckkK5Pu178jmzTO69kR+xBh2AkIDjMQIgLStiSem6
ANmDQbVZMaNTze+nPApmj+/kdP4/m3G974Y=
-----END CERTIFICATE-----
`
