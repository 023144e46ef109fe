// Preloaded into a worker of a trial: its clock runs CHAOS_SKEW_MS ahead of all others.
const skewMs = process.env.CASELOOM_ROLE === 'worker' ? Number(process.env.CHAOS_SKEW_MS ?? 0) : 0
if (skewMs !== 0) {
  const RealDate = Date
  const now = () => RealDate.now() + skewMs
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(now())
      else super(...given)
    }

    static now() {
      return now()
    }
  }
}
