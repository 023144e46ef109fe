import { parseRelativeTime } from '@caseloom/contract/values/relative-time'

type Say = (key: string, ...values: [] | [Record<string, unknown>]) => string

/** For example, "30 minutes ago", "7 days after today"; null when the text isn't a relative date. */
export function relativeDateLabel(text: string, t: Say): string | null {
  const moving = parseRelativeTime(text)
  if (moving === null) return null
  const { base, amount, unit } = moving
  const from = t(`moving.points.${base}`)
  if (amount === 0) return from
  const span = t(`units.${unit}`, { count: Math.abs(amount) })
  const way = amount < 0 ? 'before' : 'after'
  return base === 'now' ? t(`moving.now.${way}`, { span }) : t(`moving.${way}`, { span, from })
}
