import type { Token } from './tokens.rules.ts'

const NUMBERS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .split(' ')
    .map((word, at): [string, number] => [word, at]),
)
export const UNIT_NAMES: Readonly<Record<string, string>> = {
  minute: 'm',
  min: 'm',
  mins: 'm',
  hour: 'h',
  hr: 'h',
  hrs: 'h',
  h: 'h',
  day: 'd',
  d: 'd',
  week: 'w',
  wk: 'w',
  w: 'w',
  month: 'mo',
  mo: 'mo',
  mth: 'mo',
}
const UNIT_LABELS: Readonly<Record<string, string>> = {
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
}

/** The number that a token says; null when it says none. */
export function numberOf(token: Token | undefined): number | null {
  if (token === undefined) return null
  if (token.kind === 'number' && token.unit === undefined) {
    const value = Number(token.text)
    return Number.isFinite(value) ? value : null
  }
  return token.kind === 'word' ? (NUMBERS.get(token.text) ?? null) : null
}

export interface Amount {
  length: number
  amount: number
  unit: string
}

/** An amount of time such as `24h`, `3 days` or `a week`. */
export function amountAt(tokens: readonly Token[], at: number): Amount | null {
  const token = tokens[at]
  if (token === undefined) return null
  if (token.kind === 'number' && token.unit !== undefined) {
    const unit = UNIT_NAMES[token.unit] ?? UNIT_NAMES[token.unit.replace(/s$/, '')]
    const amount = Number(token.text)
    return unit === undefined || !Number.isInteger(amount) ? null : { length: 1, amount, unit }
  }
  if (words(tokens, at, 'half', 'a|an', 'hour')) return { length: 3, amount: 30, unit: 'm' }
  const isOne = token.text === 'a' || token.text === 'an' || token.text === 'one'
  if (isOne && words(tokens, at + 1, 'fortnight')) return { length: 2, amount: 2, unit: 'w' }
  const amount = isOne ? 1 : numberOf(token)
  const unit = UNIT_NAMES[tokens[at + 1]?.lemma ?? '']
  if (amount === null || amount < 1 || !Number.isInteger(amount) || unit === undefined) return null
  return { length: 2, amount, unit }
}

export function sayAmount({ amount, unit }: Pick<Amount, 'amount' | 'unit'>): string {
  return `${amount} ${UNIT_LABELS[unit] ?? unit}${amount === 1 ? '' : 's'}`
}

export function words(tokens: readonly Token[], at: number, ...expected: readonly string[]): boolean {
  return expected.every((word, index) => {
    const token = tokens[at + index]
    return token?.kind === 'word' && word.split('|').includes(token.text)
  })
}
