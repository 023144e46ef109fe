import type { JsonValue } from '@caseloom/contract/kernel/json'
import classes from './Fields.module.css'
import { linkedOf, linkedTitle } from './linked-draft.ts'

export function LinkedTitles({ value, show }: { value: JsonValue; show: number }) {
  const { items, total, capped } = linkedOf(value)
  if (items.length === 0) return null
  const shown = items.slice(0, show)
  const more = total - shown.length
  return (
    <>
      {shown.map(linkedTitle).join(', ')}
      {more > 0 && <span className={classes.more}> +{capped === true ? `${more}…` : more}</span>}
    </>
  )
}
