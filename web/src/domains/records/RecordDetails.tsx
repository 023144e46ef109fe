import type { AppView } from '@caseloom/contract/apps'
import type { Field } from '@caseloom/contract/fields'
import type { RecordView } from '@caseloom/contract/records'
import { useTranslation } from 'react-i18next'
import { JsonView } from '../../ui/JsonView.tsx'
import { KeyValue, KeyValueForm } from '../../ui/KeyValueForm.tsx'
import { DateTime } from '../../ui/Times.tsx'
import { DetailSections } from './DetailSections.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { fieldValue } from '../../ui/fields/FieldValue.tsx'
import classes from './Records.module.css'
import type { usePeople } from '../../data/people.ts'
import type { RecordForm } from './useRecordForm.ts'

interface RecordDetailsProps {
  app: AppView
  record: RecordView
  form: RecordForm
  people: ReturnType<typeof usePeople>
}

/** The sections of the app's layout; a field becomes an input where one clicks. */
export function RecordDetails({ app, record, form, people }: RecordDetailsProps) {
  const { t } = useTranslation('records')
  const shared = { record, form, people }
  return (
    <>
      <DetailSections layout={app.layout}>
        {(section) => (
          <KeyValueForm columns={section.columns}>
            {section.fields
              .map((key) => app.fields.find((field) => field.key === key))
              .filter((field) => field !== undefined)
              .map((field) => (
                <DetailField key={field.key} field={field} {...shared} />
              ))}
          </KeyValueForm>
        )}
      </DetailSections>
      <section className={classes.section} aria-label={t('page.about')}>
        <h2 className={classes.sectionTitle}>{t('page.about')}</h2>
        <KeyValueForm>
          <KeyValue
            label={t('system.created_at', { ns: 'fields' })}
            value={<DateTime at={record.createdAt} seconds />}
          />
          <KeyValue
            label={t('system.updated_at', { ns: 'fields' })}
            value={<DateTime at={record.updatedAt} seconds />}
          />
          <KeyValue label={t('system.created_by', { ns: 'fields' })} value={record.createdBy.name} />
          <KeyValue label={t('system.updated_by', { ns: 'fields' })} value={record.updatedBy.name} />
        </KeyValueForm>
      </section>
    </>
  )
}

interface DetailFieldProps {
  field: Field
  record: RecordView
  form: RecordForm
  people: ReturnType<typeof usePeople>
}

function DetailField({ field, record, form, people }: DetailFieldProps) {
  const { t } = useTranslation('records')
  const stored = record.fields[field.key]
  const isWide = field.type === 'json' || (field.type === 'text' && field.multiline)
  const isEditable = record.can.update && !field.readOnly
  const changed = form.changed(field.key)
  const draft = form.draft(field.key)
  const shown = changed && field.type !== 'json' ? draftShown(field, draft, people, t('nobody')) : undefined
  return (
    <KeyValue
      label={field.label}
      value={shown ?? readValue(field, stored, people, t('nobody'))}
      wide={isWide}
      multiline={field.type === 'text' && field.multiline}
      changed={changed}
      required={field.required}
      locked={field.readOnly}
      error={form.errors[field.key]}
      help={field.help}
      onCancel={() => form.reset(field.key)}
      {...(isEditable
        ? {
            editor: (input) => (
              <FieldEditor
                field={field}
                draft={draft}
                onDraft={(next) => form.set(field.key, next)}
                choices={{ people: people.all, groups: people.groups }}
                input={{ ...input }}
              />
            ),
          }
        : {})}
    />
  )
}

function readValue(
  field: Field,
  value: RecordView['fields'][string] | undefined,
  people: ReturnType<typeof usePeople>,
  nobody: string,
) {
  if (field.type === 'json' && value !== null && value !== undefined) {
    return (
      <div className={classes.jsonField}>
        <JsonView title={field.label} value={value} maxHeight={320} />
      </div>
    )
  }
  return fieldValue({ field, value, people, nobody })
}

/** A changed but unsaved value, shown as it would be read. */
function draftShown(
  field: Field,
  draft: string | string[],
  people: ReturnType<typeof usePeople>,
  nobody: string,
) {
  if (field.type === 'datetime') {
    const time = Date.parse(String(draft))
    return Number.isNaN(time) ? String(draft) : <DateTime at={new Date(time).toISOString()} seconds />
  }
  return fieldValue({ field, value: draft, people, nobody }) ?? <span aria-hidden>–</span>
}
