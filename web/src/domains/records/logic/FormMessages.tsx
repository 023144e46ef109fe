import type { AppView } from '@caseloom/contract/apps'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { IconAlertTriangleFilled, IconExclamationCircleFilled, IconInfoCircle } from '@tabler/icons-react'
import classes from './Logic.module.css'

const GLYPHS = { info: IconInfoCircle, warning: IconAlertTriangleFilled, error: IconExclamationCircleFilled }

/** What rules say about the record; a message at a field names it. */
export function FormMessages({ app, outcome }: { app: AppView; outcome: FormOutcome | null }) {
  const messages = outcome?.messages ?? []
  if (messages.length === 0) return null
  const nameOf = (at: string | undefined) =>
    app.fields.find(({ key }) => at === `field:${key}`)?.label ??
    app.layout.find(({ id }) => at === `section:${id}`)?.title
  return (
    <div className={classes.messages} role="status">
      {messages.map(({ action, level, text, at }) => {
        const Glyph = GLYPHS[level]
        const name = nameOf(at)
        return (
          <p key={action} className={classes.message} data-level={level}>
            <Glyph size={14} aria-hidden />
            <span>
              {name !== undefined && <strong>{name}: </strong>}
              {text}
            </span>
          </p>
        )
      })}
    </div>
  )
}
