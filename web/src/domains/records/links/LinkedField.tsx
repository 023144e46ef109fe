import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { linkedOf, linkedTitle, readPicked, readPicks } from '../../../field-types/values/linked-draft.ts'
import { KeyValue } from '../../../ui/KeyValueForm.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { LinkedFieldProps } from './linked-field.ts'
import { LinkedTable } from './LinkedTable.tsx'
import { linksEn } from '../model/links.en.ts'
import { fieldLogic } from '../logic/field-logic.tsx'
import { FieldEditor } from '../editors/FieldEditor.tsx'
import classes from '../model/Links.module.css'
import { ReferenceEditor, type ReferenceField } from '../editors/ReferenceEditor.tsx'

addTexts('links', linksEn)

const MAX_CHIPS = 8

export function LinkedField(props: LinkedFieldProps) {
  const { field, record, form, edits } = props
  const links = linkedOf(record.fields[field.key])
  if (field.multiple && (field.columns.length > 0 || links.total > MAX_CHIPS))
    return <LinkedTable {...props} />
  const isEditable = record.can.update && !field.readOnly
  const draft = form.draft(field.key)
  const shown = shownLinks(field, links.items, draft)
  return (
    <KeyValue
      {...fieldLogic(field.key)}
      label={field.label}
      value={shown.length === 0 ? null : <Chips field={field} shown={shown} />}
      wide={field.multiple}
      changed={form.changed(field.key)}
      required={field.required}
      locked={field.readOnly}
      error={form.errors[field.key]}
      help={field.help}
      onCancel={() => edits.cancel(field.key)}
      onLeave={() => edits.leave(field.key)}
      {...(isEditable
        ? {
            editor: (input, close) => (
              <ReferenceEditor
                field={field}
                appId={record.appId}
                draft={draft}
                onDraft={(next) => {
                  if (field.multiple) return edits.edit(field.key, next)
                  edits.choose(field.key, next)
                  close()
                }}
                input={{ ...input }}
                present={links.items}
                FieldEditor={FieldEditor}
              />
            ),
          }
        : {})}
    />
  )
}

function Chips({ field, shown }: { field: ReferenceField; shown: readonly Shown[] }) {
  return (
    <span className={classes.chips}>
      {shown.map((item) => (
        <RecordChip key={item.id} field={field} item={item} />
      ))}
    </span>
  )
}

interface Shown {
  id: string
  trackingId: string
  title: string
  state: 'kept' | 'added' | 'removed'
}

function shownLinks(
  field: ReferenceField,
  items: readonly LinkedRecord[],
  draft: string | string[],
): Shown[] {
  const named = items.map((item) => ({ ...item, title: linkedTitle(item) }))
  if (!field.multiple) {
    const picked = typeof draft === 'string' ? readPicked(draft) : null
    if (picked === null) return []
    return [{ ...picked, state: named[0]?.id === picked.id ? 'kept' : 'added' }]
  }
  const { add, remove } = readPicks(Array.isArray(draft) ? draft : [])
  const gone = new Set(remove.map(({ id }) => id))
  return [
    ...named.map((item): Shown => ({ ...item, state: gone.has(item.id) ? 'removed' : 'kept' })),
    ...add.map((item): Shown => ({ ...item, state: 'added' })),
  ]
}

function RecordChip({ field, item }: { field: ReferenceField; item: Shown }) {
  const { t } = useTranslation('links')
  const scope = useTenantScope()
  const { trackingId, title, state } = item
  return (
    <Link
      to={paths.record(scope, field.app, item.id)}
      className={classes.chip}
      data-state={state}
      title={state === 'kept' ? title : t(state)}
    >
      <span className={classes.chipId}>{trackingId}</span>
      {title !== trackingId && <span className={classes.chipTitle}>{title}</span>}
    </Link>
  )
}
