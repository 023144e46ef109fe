import type { HistoryEntry } from '@caseloom/contract/records/records'
import { linkedOf, linkedTitle } from '../../../field-types/values/linked-draft.ts'
import classes from '../model/Records.module.css'

export function LinkedChange({ change }: { change: HistoryEntry['changes'][number] }) {
  const said = (value: typeof change.to) =>
    linkedOf(value)
      .items.map((item) => `${item.trackingId} ${linkedTitle(item)}`)
      .join(', ')
  const [added, removed] = [said(change.to), said(change.from)]
  return (
    <>
      {added !== '' && <span className={classes.changeValue}>+ {added}</span>}
      {removed !== '' && <span className={`${classes.changeValue} ${classes.struck}`}>− {removed}</span>}
    </>
  )
}
