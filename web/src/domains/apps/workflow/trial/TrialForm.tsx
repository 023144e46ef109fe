import {
  itemsOfSection,
  type LayoutBlock,
  layoutFor,
  type LayoutSection,
} from '@caseloom/contract/apps/layout'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { ItemState } from '@caseloom/workflow/form-context'
import { IconAlertTriangleFilled, IconEyeOff, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../../data/scope.tsx'
import { fieldValue } from '../../../../field-types/parts/FieldValue.tsx'
import { appImageAddress } from '../../../../data/app-images.ts'
import { FormBlock } from '../../../../ui/rich-text/FormBlock.tsx'
import { messageWords } from '../../../../field-types/workflow/rule-words.ts'
import { blockName } from '../../../../field-types/workflow/block-name.ts'
import { definitionOfMembers } from '../../draft/definition-of-members.ts'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import { membersQuery } from '../../model/apps.queries.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { withSectionIds } from '../model/form-items.ts'
import { ValueEdit } from '../model/ValueEdit.tsx'
import { entriesOf } from '../model/workflow-tree.ts'
import classes from './Trial.module.css'
import type { Trial } from './useTrial.ts'

const NOTHING: ItemState = {}

/** The sections of the form with what the workflow makes of them. */
export function TrialForm({ trial }: { trial: Trial }) {
  const { edited, buttons } = useWorkflow()
  const layout = withSectionIds(useLayoutOf(edited, trial.role))
  const placed = new Set(
    layout.flatMap(({ blocks = [] }) => blocks.map((one) => (one.kind === 'button' ? one.button : null))),
  )
  const offered = buttons.filter(({ id }) => !placed.has(id) && isOffered(trial, id))
  return (
    <div className={classes.form}>
      <Messages trial={trial} at={undefined} />
      {layout.map((section) => (
        <TrialSection key={section.id} section={section} trial={trial} />
      ))}
      {offered.length > 0 && (
        <div className={classes.buttons}>
          {offered.map(({ id, label }) => (
            <span key={id} className={classes.button}>
              {label}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** The layout of a role; without one, that which the draft gives oneself. */
function useLayoutOf({ base, draft, source }: EditedApp, role: string | null): LayoutSection[] {
  const { tenantId, userId } = useTenantScope()
  const enabled = role === null && source.kind === 'app' && draft.layouts !== undefined
  const members = useQuery({ ...membersQuery(tenantId, base.id, definitionOfMembers(draft)), enabled }).data
  if (role !== null) return layoutFor(draft, [role]).sections
  const own = members?.people.find(({ id }) => id === userId)
  const id = own === undefined ? base.ownLayout : own.layout
  return draft.layouts?.find((one) => one.id === id)?.sections ?? draft.layout
}

function TrialBlock({ block, trial }: { block: LayoutBlock; trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { tenantId } = useTenantScope()
  const { buttons, edited } = useWorkflow()
  const state = trial.outcome?.items.get(`block:${block.id}`) ?? NOTHING
  const label = (id: string) => buttons.find((one) => one.id === id)?.label
  if (state.visible?.value === false)
    return <HiddenLine name={blockName(block, label)} by={state.visible.by} />
  return (
    <>
      <FormBlock
        block={block}
        button={(id) =>
          isOffered(trial, id) && label(id) !== undefined ? (
            <span className={classes.button}>{label(id)}</span>
          ) : null
        }
        image={(id) => appImageAddress(tenantId, edited.base.id, id)}
        widget={() => <span className={classes.button}>{t('try.widget')}</span>}
      />
      <Mark state={state} />
      <Messages trial={trial} at={`block:${block.id}`} />
    </>
  )
}

function isOffered({ outcome }: Trial, id: string): boolean {
  const state = outcome?.items.get(`button:${id}`)
  return state?.offered?.value ?? state?.visible?.value ?? true
}

function TrialSection({ section, trial }: { section: LayoutSection; trial: Trial }) {
  const { outcome } = trial
  const state = outcome?.items.get(`section:${section.id}`) ?? NOTHING
  const tab = outcome?.items.get(`tab:${section.tab ?? ''}`) ?? NOTHING
  const hidden = state.visible?.value === false ? state : tab.visible?.value === false ? tab : null
  if (hidden !== null) return <HiddenLine name={section.title} by={hidden.visible?.by ?? []} />
  const isFolded = state.collapsed?.value ?? section.collapsed === true
  return (
    <section className={classes.section} aria-label={section.title}>
      <h3 className={classes.title}>
        {section.title}
        <Mark state={state} />
      </h3>
      <Messages trial={trial} at={`section:${section.id}`} />
      {!isFolded &&
        itemsOfSection(section).map(({ field, block }) =>
          block === undefined ? (
            <TrialField key={field} name={field} trial={trial} />
          ) : (
            <TrialBlock key={block.id} block={block} trial={trial} />
          ),
        )}
    </section>
  )
}

function TrialField({ name, trial }: { name: string; trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const { outcome, values } = trial
  const subject = words.subjects.find(({ key }) => key === name)
  const field = subject?.field
  if (subject === undefined || field === undefined || !trial.readable(name)) return null
  const state = outcome?.items.get(`field:${name}`) ?? NOTHING
  if (state.visible?.value === false) return <HiddenLine name={field.label} by={state.visible.by} />
  const required = state.required?.value ?? field.required
  const readOnly = state.readOnly?.value ?? field.readOnly
  const isSet = trial.wrote.has(name)
  const isChanged = isSet || Object.values(state).some((decision) => decision.by.length > 0)
  const written = fieldType(field).unwritten !== true && !fieldTraits(field).links && !readOnly
  const options = outcome?.options.get(name)
  return (
    <div className={classes.field} data-changed={isChanged || undefined}>
      <div className={classes.label}>
        <span>
          {field.label}
          {required && <span className={classes.star}> *</span>}
        </span>
        {trial.touched.has(name) && <span className={classes.quiet}>{t('try.youChanged')}</span>}
      </div>
      {written ? (
        <div className={classes.input}>
          <ValueEdit
            // Inputs begin afresh where a rule sets their value.
            key={`${trial.round} ${isSet ? JSON.stringify(values[name]) : ''}`}
            subject={options === undefined ? subject : withOptions(subject, options)}
            value={values[name] ?? null}
            onChange={(value) => trial.set(name, value)}
          />
        </div>
      ) : (
        <span>
          {fieldValue({
            field,
            value: values[name],
            people: { ...words.people, me: '' },
            noOne: '–',
          }) ?? t('try.empty')}
        </span>
      )}
      <Mark state={state} isSet={isSet} />
      <Messages trial={trial} at={`field:${name}`} />
    </div>
  )
}

type Subject = Parameters<typeof ValueEdit>[0]['subject']

/** The options that a rule offers, in its order. */
function withOptions(subject: Subject, offered: readonly string[]): Subject {
  const { field } = subject
  if (field === undefined || !('options' in field)) return subject
  const options = offered.flatMap((key) => field.options.find((one) => one.key === key) ?? [])
  return { ...subject, field: { ...field, options } }
}

/** What the workflow did to an item, as chips below it. */
function Mark({ state, isSet = false }: { state: ItemState; isSet?: boolean }) {
  const { t } = useTranslation('workflow-editor')
  const marks = [
    ...(isSet ? ['set'] : []),
    ...(decided(state.visible, true) ? ['shown'] : []),
    ...(decided(state.required, true) ? ['required'] : []),
    ...(decided(state.required, false) ? ['optional'] : []),
    ...(decided(state.readOnly, true) ? ['readOnly'] : []),
    ...(decided(state.readOnly, false) ? ['editable'] : []),
    ...(decided(state.collapsed, true) ? ['collapsed'] : []),
  ]
  if (marks.length === 0) return null
  return (
    <span className={classes.marks}>
      {marks.map((mark) => (
        <span key={mark} className={classes.mark}>
          {t(`try.marks.${mark}`)}
        </span>
      ))}
    </span>
  )
}

function decided(decision: ItemState['visible'], value: boolean): boolean {
  return decision !== undefined && decision.by.length > 0 && decision.value === value
}

/** A hidden item as a line; it leads to the rule that hides it. */
function HiddenLine({ name, by }: { name: string; by: readonly string[] }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, select } = useWorkflow()
  const rule = entriesOf(workflow)
    .get(by.at(-1) ?? '')
    ?.path.at(-1)
  return (
    <p className={classes.hidden}>
      <IconEyeOff size={14} stroke={1.6} aria-hidden />
      <span>{t('try.hidden', { name })}</span>
      {rule !== undefined && (
        <button type="button" className={classes.why} onClick={() => select(rule, 'when')}>
          {t('try.why')}
        </button>
      )}
    </p>
  )
}

function Messages({ trial, at }: { trial: Trial; at: string | undefined }) {
  const { words } = useWorkflow()
  const messages = trial.outcome?.messages.filter((message) => message.at === at) ?? []
  return messages.map(({ action, level, ...said }) => (
    <p key={action} className={classes.message} data-level={level}>
      {level === 'info' ? (
        <IconInfoCircle size={14} stroke={1.7} aria-hidden />
      ) : (
        <IconAlertTriangleFilled size={14} aria-hidden />
      )}
      {messageWords(words, said)}
    </p>
  ))
}
