import type { AppView } from '@caseloom/contract/apps/apps'
import {
  fieldTraits,
  holdsFiles,
  holdsPeople,
  holdsTechniques,
} from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { itemsOfSection, type LayoutSection } from '@caseloom/contract/apps/layout'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { Suspense, use } from 'react'
import { webType } from '../../field-types/registry.ts'
import { useTranslation } from 'react-i18next'
import { FormBlock } from '../../ui/rich-text/FormBlock.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { instantOf } from '../../ui/local-time.ts'
import { KeyValue, KeyValueForm } from '../../ui/KeyValueForm.tsx'
import { DateTime } from '../../ui/Times.tsx'
import { appImageAddress } from '../../data/app-images.ts'
import { RecordWidgetSlot } from '../../data/record-widget-slot.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { PlacedButton } from './buttons/PlacedButton.tsx'
import { CommentThread } from './comments/CommentThread.tsx'
import { AttachmentEditor } from './files/AttachmentEditor.tsx'
import { FileChips } from './files/FileChips.tsx'
import { draftFiles } from './files/known-files.ts'
import { useFileOpen } from './files/FileOpen.tsx'
import { isCaseField } from '../../field-types/values/case-text.ts'
import { CaseField } from './case/CaseField.tsx'
import { isComputed } from '../../field-types/parts/shown-field.ts'
import { ComputedField } from './computed/ComputedField.tsx'
import { DetailSections } from './DetailSections.tsx'
import { layoutTabOf } from './model/layout-tabs.ts'
import { FieldEditor } from './editors/FieldEditor.tsx'
import { fieldValue } from '../../field-types/parts/FieldValue.tsx'
import { fieldLogic } from './logic/field-logic.tsx'
import { ItemMessages } from './logic/FormMessages.tsx'
import { LinkedField } from './links/LinkedField.tsx'
import classes from './model/Records.module.css'
import type { usePeople } from '../../data/people.ts'
import type { FieldEdits } from './model/field-edits.ts'
import type { RecordForm } from './model/useRecordForm.ts'
import { useFieldTypist } from './presence/useFieldTypist.ts'
import { RestoredDraft } from './saving/RestoredDraft.tsx'

interface RecordDetailsProps {
  app: AppView
  record: RecordView
  form: RecordForm
  edits: FieldEdits
  people: ReturnType<typeof usePeople>
  /** What the workflow of the app decided; null without one. */
  outcome: FormOutcome | null
}

/** The sections of one tab of the layout. */
export function RecordDetails({ tab, ...shared }: RecordDetailsProps & { tab: string }) {
  const { app, form } = shared
  const sections = app.layout.filter((section) => layoutTabOf(section) === tab)
  return (
    <DetailSections sections={sections} faulty={Object.keys(form.errors)}>
      {(section) => <SectionItems section={section} {...shared} />}
    </DetailSections>
  )
}

interface SectionItemsProps extends RecordDetailsProps {
  section: LayoutSection
}

/** The fields of a section and the blocks among them. */
function SectionItems({ section, outcome, ...shared }: SectionItemsProps) {
  const { app, record } = shared
  const { tenantId } = useTenantScope()
  const Widget = use(RecordWidgetSlot)
  const items = itemsOfSection(section)
  const fieldOf = (key: string | undefined) => app.fields.find((field) => field.key === key)
  const titled =
    section.columns === 1 && items.length === 1 && fieldOf(items[0]?.field)?.label === section.title
  return (
    <>
      <ItemMessages at={`section:${section.id}`} />
      <KeyValueForm columns={section.columns} titled={titled}>
        {items.map(({ field: key, block }) => {
          const field = fieldOf(key)
          if (field !== undefined) return <DetailField key={key} field={field} {...shared} />
          return (
            block !== undefined && (
              <FormBlock
                key={block.id}
                block={block}
                button={(id) => <PlacedButton app={app} record={record} outcome={outcome} id={id} />}
                image={(id) => appImageAddress(tenantId, app.id, id)}
                widget={(widget) =>
                  Widget !== null && (
                    <Suspense fallback={null}>
                      <Widget appId={app.id} record={record} block={widget} />
                    </Suspense>
                  )
                }
              />
            )
          )
        })}
      </KeyValueForm>
    </>
  )
}

interface DetailFieldProps {
  field: Field
  app: AppView
  record: RecordView
  form: RecordForm
  edits: FieldEdits
  people: ReturnType<typeof usePeople>
}

function DetailField(props: DetailFieldProps) {
  const { field, app, record, form, edits, people } = props
  const isEditable = record.can.update && !field.readOnly
  if (isCaseField(field))
    return <CaseField field={field} record={record} people={people} editable={isEditable} />
  if (isComputed(field)) {
    const labelOf = (key: string) => app.fields.find((one) => one.key === key)?.label ?? key
    return <ComputedField field={field} record={record} labelOf={labelOf} people={people} />
  }
  if ('app' in field) return <LinkedField {...{ field, record, form, edits, people }} />
  if ('rich' in field) return <FieldThread field={field} record={record} />
  if (holdsFiles(field)) return <FieldFiles {...{ field, record, form, edits }} editable={isEditable} />
  return <ValueField {...props} isEditable={isEditable} />
}

/** A value that becomes an input where one selects it. */
function ValueField(props: DetailFieldProps & { isEditable: boolean }) {
  const { field, record, form, edits, people, isEditable } = props
  const { t } = useTranslation('records')
  const stored = record.fields[field.key]
  const isWide = webType(field).wide?.(field) === true
  const changed = form.changed(field.key)
  const draft = form.draft(field.key)
  const logic = fieldLogic(field.key)
  const typist = useFieldTypist(field.key)
  const shown = changed && !fieldTraits(field).raw ? draftShown(field, draft, people, t('noOne')) : undefined
  return (
    <KeyValue
      {...logic}
      {...typist}
      label={field.label}
      value={shown ?? readValue(field, stored, people, t('noOne'))}
      wide={isWide}
      multiline={'multiline' in field && field.multiline}
      changed={changed}
      required={field.required}
      locked={field.readOnly}
      error={form.errors[field.key]}
      help={field.help}
      onCancel={() => edits.cancel(field.key)}
      onLeave={() => edits.leave(field.key)}
      notes={
        <>
          {edits.restored.has(field.key) && <RestoredDraft onDiscard={() => edits.cancel(field.key)} />}
          {logic.notes}
        </>
      }
      {...(isEditable
        ? {
            editor: (input, close) => (
              <FieldEditor
                field={field}
                draft={draft}
                onDraft={(next) => {
                  if (!isPicked(field)) return edits.edit(field.key, next)
                  edits.choose(field.key, next)
                  close()
                }}
                choices={{ people: people.all, groups: people.groups }}
                input={{ ...input }}
              />
            ),
          }
        : {})}
    />
  )
}

/** One of the options of a menu: choosing it is all there is to do in the field. */
function isPicked(field: Field): boolean {
  const hasMenu = 'options' in field ? field.control === undefined || field.control === 'menu' : true
  const isChoice = 'options' in field || holdsPeople(field) || holdsTechniques(field)
  return isChoice && hasMenu && !field.multiple
}

function FieldThread({ field, record }: Pick<DetailFieldProps, 'field' | 'record'>) {
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId: record.appId, recordId: record.id, field: field.key }
  return (
    <KeyValue
      {...fieldLogic(field.key)}
      label={field.label}
      help={field.help}
      wide
      value={<CommentThread place={place} label={field.label} />}
    />
  )
}

interface FieldFilesProps extends Omit<DetailFieldProps, 'people' | 'app'> {
  field: Field & { type: 'attachment' }
  editable: boolean
}

/** Files are opened by name, and added or removed immediately. */
function FieldFiles({ field, record, form, edits, editable }: FieldFilesProps) {
  const { tenantId } = useTenantScope()
  const opening = useFileOpen({ tenantId, appId: record.appId, recordId: record.id })
  const stored = record.fields[field.key]
  const draft = form.draft(field.key)
  const files = draftFiles(Array.isArray(draft) ? draft : [], stored)
  return (
    <>
      <KeyValue
        {...fieldLogic(field.key)}
        label={field.label}
        help={field.help}
        required={field.required}
        changed={form.changed(field.key)}
        error={form.errors[field.key]}
        locked={field.readOnly}
        wide
        value={
          editable ? (
            <AttachmentEditor
              field={field}
              draft={Array.isArray(draft) ? draft : []}
              onDraft={(next) => edits.choose(field.key, next)}
              stored={stored}
              onOpen={opening.open}
            />
          ) : files.length === 0 ? null : (
            <FileChips files={files} onOpen={opening.open} />
          )
        }
      />
      {opening.preview}
    </>
  )
}

function readValue(
  field: Field,
  value: RecordView['fields'][string] | undefined,
  people: ReturnType<typeof usePeople>,
  noOne: string,
) {
  if (fieldTraits(field).raw && value !== null && value !== undefined) {
    return (
      <div className={classes.jsonField}>
        <JsonView title={field.label} value={value} maxHeight={320} />
      </div>
    )
  }
  return fieldValue({ field, value, people, noOne })
}

/** An unsaved value, rendered as if stored. */
function draftShown(
  field: Field,
  draft: string | string[],
  people: ReturnType<typeof usePeople>,
  noOne: string,
) {
  if (fieldTraits(field).instant) {
    const instant = instantOf(String(draft), people.zone)
    return instant === null ? String(draft) : <DateTime at={instant} seconds />
  }
  return fieldValue({ field, value: draft, people, noOne }) ?? <span aria-hidden>–</span>
}
