import { editDistance } from '@caseloom/contract/values/edit-distance'

/** Set by tools and tests of this repository. */
const OURS = /^CASELOOM_(?:TEST|BENCH|DEV)_|^CASELOOM_SEED$/
/** What Kubernetes sets in every container for a service named "caseloom". */
const OF_KUBERNETES = /^CASELOOM_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/
const NEAR = 3

/** One line for each setting that nothing reads, with the known name that it may be meant for. */
export function unknownSettings(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name) || OURS.test(name) || OF_KUBERNETES.test(name)) return []
    const [nearest, distance] = nearestOf(name, known)
    const isNear = distance <= NEAR
    // Other programs have settings too: only ours, and what is nearly ours, is worth a word.
    if (!name.startsWith('CASELOOM_') && !(isNear && OTHERS.test(name))) return []
    const meant = isNear ? ` Did you mean ${nearest}?` : ''
    return [`The setting ${name} is unknown and has no effect.${meant}`]
  })
}

const OTHERS = /^(?:RESTATE|MAIL|SMTP|TLS|TRUST|PUBLIC|DATABASE)_/

function nearestOf(name: string, known: readonly string[]): [name: string, distance: number] {
  let best: [string, number] = ['', Number.POSITIVE_INFINITY]
  for (const other of known) {
    const distance = editDistance(plain(name), plain(other))
    if (distance < best[1]) best = [other, distance]
  }
  return best
}

/** CASELOOM_MASTERKEY is near CASELOOM_MASTER_KEY_FILE: endings and underscores are what people forget. */
function plain(name: string): string {
  return name.replaceAll('_', '').replace(/(?:FILE|URL)$/, '')
}
