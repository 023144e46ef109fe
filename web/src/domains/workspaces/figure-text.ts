import type { AppView } from '@caseloom/contract/apps/apps'
import { writeDuration } from '@caseloom/contract/values/duration'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import { formatCount } from '../../ui/time.ts'

type Measure = Extract<Widget, { kind: 'number' }>['measure']
export type FigureText = (value: number | null) => string

/** Durations as such; other numbers rounded to two decimals. */
export function figureText(measure: Measure, app: AppView | undefined): FigureText {
  const field = app?.fields.find(({ key }) => key === measure.field)
  const isTime = measure.of !== 'count' && field !== undefined && fieldTraits(field).seconds
  return isTime ? spanText : plainText
}

function plainText(value: number | null): string {
  if (value === null) return '–'
  return Number.isInteger(value) ? formatCount(value) : formatCount(Math.round(value * 100) / 100)
}

/** Rounded to minutes from one hour and to hours from one day: a mean is no more exact. */
function spanText(value: number | null): string {
  if (value === null) return '–'
  const size = Math.abs(value)
  const step = size < 3_600 ? 1 : size < 86_400 ? 60 : 3_600
  const words = writeDuration(Math.round(size / step) * step)
  return value < 0 ? `−${words}` : words
}
