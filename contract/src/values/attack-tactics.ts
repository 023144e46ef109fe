/** The tactics of MITRE ATT&CK in the order of its matrix, by the codes that the table of techniques uses. */
export const TACTICS = {
  re: 'Reconnaissance',
  rd: 'Resource Development',
  ia: 'Initial Access',
  ex: 'Execution',
  pe: 'Persistence',
  pr: 'Privilege Escalation',
  de: 'Defense Evasion',
  ca: 'Credential Access',
  di: 'Discovery',
  la: 'Lateral Movement',
  co: 'Collection',
  cc: 'Command and Control',
  xf: 'Exfiltration',
  im: 'Impact',
} as const

export type Tactic = (typeof TACTICS)[keyof typeof TACTICS]

/** The names of the tactics, in the order of the matrix. */
export const TACTIC_NAMES: readonly Tactic[] = Object.values(TACTICS)

/** What the attack path counts. */
interface Counted {
  happenedAt: string
  tactics: readonly Tactic[]
  technique: string | null
}

/** One tactic of an attack path; `first` is null when no event belongs to it. */
export interface PathTactic {
  tactic: Tactic
  events: number
  /** When its first event happened. */
  first: string | null
}

/** How many of the events belong to each tactic, in the order of the matrix. */
export function attackPath(events: readonly Counted[]): PathTactic[] {
  return TACTIC_NAMES.map((tactic) => {
    const own = events.filter(({ tactics }) => tactics.includes(tactic))
    const times = own.map(({ happenedAt }) => Date.parse(happenedAt))
    const first = own.length === 0 ? null : new Date(Math.min(...times)).toISOString()
    return { tactic, events: own.length, first }
  })
}

/** How many different techniques the events name. */
export function techniquesOf(events: readonly Pick<Counted, 'technique'>[]): number {
  return new Set(events.flatMap(({ technique }) => technique ?? [])).size
}
