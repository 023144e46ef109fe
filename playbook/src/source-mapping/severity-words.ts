import { SEVERITIES, type SeverityName } from '@caseloom/contract/values/severities'

/** Scales on which sources count severity: how far up they go, or `five` and `syslog` where small means severe. */
export type NumberScale = 'hundred' | 'ten' | 'fifteen' | 'five' | 'syslog'

const WORDS: Record<SeverityName, string> = {
  fatal: 'fatal blackout',
  critical: 'critical crit emergency emerg disaster p1 sev1 urgent veryhigh very-high very_high alert',
  high: 'high malicious major error err severe important p2 sev2 danger',
  medium: 'medium moderate warning warn average p3 sev3 minor suspicious elevated',
  low: 'low notice note p4 sev4',
  informational: 'informational information info none debug p5 sev5 unknown ok benign',
}

/** A number belongs to the first line that it reaches, or doesn't exceed where small means severe. */
const SCALES: Record<NumberScale, { severeIsSmall: boolean; lines: readonly [number, SeverityName][] }> = {
  hundred: lines(false, [90, 70, 40, 1, 0]),
  ten: lines(false, [9, 7, 4, 1, 0]),
  fifteen: lines(false, [15, 12, 7, 3, 0]),
  five: lines(true, [1, 2, 3, 4, 5]),
  syslog: lines(true, [2, 3, 4, 5, 7]),
}

function lines(severeIsSmall: boolean, bounds: readonly number[]) {
  const names = SEVERITIES.slice(0, 5).toReversed()
  return {
    severeIsSmall,
    lines: bounds.map((bound, at): [number, SeverityName] => [bound, names[at] ?? 'informational']),
  }
}

const BY_WORD = new Map<string, SeverityName>(
  SEVERITIES.flatMap((name) => WORDS[name].split(' ').map((word): [string, SeverityName] => [word, name])),
)

/** The severity that a word means; undefined for other words. */
export function severityOfWord(text: string): SeverityName | undefined {
  return BY_WORD.get(text.trim().toLowerCase())
}

/** The scale that a number of a severity is most likely on. */
export function scaleOf(value: number, isSyslog: boolean): NumberScale {
  if (isSyslog) return 'syslog'
  if (value > 15) return 'hundred'
  return value > 10 ? 'fifteen' : 'ten'
}

/** All words with the option that each means; severities that the field lacks become the nearest that it has. */
export function wordTable(options: readonly string[]): Record<string, string> {
  const pairs = [...BY_WORD].flatMap(([word, name]): [string, string][] => {
    const option = nearest(name, options)
    return option === undefined ? [] : [[word, option]]
  })
  return Object.fromEntries(pairs)
}

/** A chain of conditions over `$n` that gives the option for a number. */
export function scaleExpression(scale: NumberScale, options: readonly string[]): string {
  const { severeIsSmall, lines: bounds } = SCALES[scale]
  const known = bounds.flatMap(([bound, name]) => {
    const option = nearest(name, options)
    return option === undefined ? [] : [{ bound, option }]
  })
  const last = known.at(-1)?.option ?? ''
  const sign = severeIsSmall ? '<=' : '>='
  const chain = known.slice(0, -1).map(({ bound, option }) => `$n ${sign} ${bound} ? '${option}' : `)
  return `${chain.join('')}'${last}'`
}

/** The severity of an alert whose source gives none: unknown isn't unimportant. */
export function middleOption(options: readonly string[]): string | undefined {
  return nearest('medium', options)
}

function nearest(name: SeverityName, options: readonly string[]): string | undefined {
  const at = SEVERITIES.indexOf(name)
  const below = SEVERITIES.slice(0, at + 1).findLast((one) => options.includes(one))
  return below ?? SEVERITIES.slice(at).find((one) => options.includes(one))
}
