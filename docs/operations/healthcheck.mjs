// Exit code 0 while this container's process lives: for HEALTHCHECK, which has no curl to ask with.
const { CASELOOM_ROLE, CASELOOM_HEALTH_LISTEN = '127.0.0.1:4001', PORT = '4000', TLS_CERT } = process.env
const port = CASELOOM_ROLE === 'worker' ? CASELOOM_HEALTH_LISTEN.split(':').at(-1) : PORT
// Its own certificate names the public address, not this one.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = TLS_CERT ? '0' : '1'
const reply = await fetch(
  `${TLS_CERT && CASELOOM_ROLE !== 'worker' ? 'https' : 'http'}://127.0.0.1:${port}/api/health`,
  {
    signal: AbortSignal.timeout(4000),
  },
).catch(() => undefined)
process.exit(reply?.ok === true ? 0 : 1)
