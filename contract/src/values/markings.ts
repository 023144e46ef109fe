import { z } from 'zod'
import type { JsonValue } from '../kernel/json.ts'
import { TLP, Tlp } from './case-fields.ts'

/** The Permissible Actions Protocol: what may be done with a value that others could notice. */
export const PAP = ['clear', 'green', 'amber', 'red'] as const
export const Pap = z.enum(PAP)
export type Pap = z.infer<typeof Pap>

/** How a value or a record is marked; null where it isn't. */
export interface Marking {
  tlp: Tlp | null
  pap: Pap | null
}

/** The strictest marking that something may be given; null for no limit. */
export interface Ceiling {
  maxTlp: Tlp | null
  maxPap: Pap | null
}

export const NO_MARKING: Marking = { tlp: null, pap: null }

/** Why something isn't given: its marking, and the limit below it. */
export const AboveCeiling = z.discriminatedUnion('mark', [
  z.object({ mark: z.literal('tlp'), is: Tlp, limit: Tlp }),
  z.object({ mark: z.literal('pap'), is: Pap, limit: Pap }),
])
export type AboveCeiling = z.infer<typeof AboveCeiling>

/** The first limit that a marking exceeds; null when there is none. What isn't marked exceeds nothing. */
export function aboveCeiling({ tlp, pap }: Marking, { maxTlp, maxPap }: Ceiling): AboveCeiling | null {
  if (tlp !== null && maxTlp !== null && TLP.indexOf(tlp) > TLP.indexOf(maxTlp))
    return { mark: 'tlp', is: tlp, limit: maxTlp }
  if (pap !== null && maxPap !== null && PAP.indexOf(pap) > PAP.indexOf(maxPap))
    return { mark: 'pap', is: pap, limit: maxPap }
  return null
}

/** The stricter of two markings, mark by mark. */
export function stricterMarking(a: Marking, b: Marking): Marking {
  return { tlp: strictest(TLP, [a.tlp, b.tlp]), pap: strictest(PAP, [a.pap, b.pap]) }
}

/**
 * How a record is marked: by its fields with the keys `tlp` and `pap`. A value that is none of the protocol counts as red:
 * no one can say what it permits.
 */
export function recordMarking(fields: Readonly<Record<string, JsonValue | undefined>>): Marking {
  return { tlp: markOf(TLP, 'tlp', fields['tlp']), pap: markOf(PAP, 'pap', fields['pap']) }
}

function markOf<Mark extends string>(
  scale: readonly Mark[],
  name: string,
  value: JsonValue | undefined,
): Mark | null {
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' && one.trim() !== '' ? [plain(one, name)] : [],
  )
  return strictest(
    scale,
    texts.map((text) => scale.find((mark) => mark === text) ?? scale.at(-1) ?? null),
  )
}

/** `TLP:AMBER+STRICT` and `amber_strict` are one; `white` is what TLP 1.0 called clear. */
function plain(text: string, name: string): string {
  const word = text
    .trim()
    .toLowerCase()
    .replace(new RegExp(`^${name}[:_ -]`), '')
  return word === 'white' ? 'clear' : word.replace(/[_ -]strict$/, '+strict')
}

function strictest<Mark extends string>(
  scale: readonly Mark[],
  marks: readonly (Mark | null)[],
): Mark | null {
  const at = Math.max(...marks.map((mark) => (mark === null ? -1 : scale.indexOf(mark))), -1)
  return scale[at] ?? null
}
