import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import type { FormActor, FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import { tableQuestions, tableTests } from '@caseloom/workflow/table-uses'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { usePeople } from '../../../data/people.ts'
import { useTableAnswers } from '../../../data/table-answers.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { isComputed } from '../../../field-types/parts/shown-field.ts'
import { draftOf, readDraft } from '../model/draft-value.ts'
import type { RecordForm } from '../model/useRecordForm.ts'
import { appByLogic } from './app-by-logic.ts'
import { hasLogic, readsBeyondForm } from './logic-settings.ts'
import { linkChanges, outcomeOfState, useOpenedForm, withLinkChange } from './opened-form.ts'

export interface FormLogic {
  /** The app as the form shows it now. */
  app: AppView
  /** The app as it is defined. */
  base: AppView
  /** Null without rules, and until they were evaluated first. */
  outcome: FormOutcome | null
  /** The evaluations that wrote values which the form still has, by field. */
  wrote: ReadonlyMap<string, FormOutcome>
  /** The rules couldn't be evaluated here: the form shows what the server decided when it was opened. */
  isFaulty: boolean
  /** The rules have answered what is in the form now. */
  isSettled: boolean
}

/** The record as it is typed; drafts that can't be read yet leave the stored value. */
function typedValues(app: AppView, stored: RecordView | null, form: RecordForm, zone: string): FieldValues {
  const values: FieldValues = { ...stored?.fields }
  for (const field of app.fields) {
    if (!form.changed(field.key) && (stored !== null || field.default === undefined)) continue
    const read = readDraft(field, form.draft(field.key), zone)
    if (read.ok) values[field.key] = read.value
  }
  return values
}

type Opened = ReturnType<typeof useOpenedForm>['data']

function useActor(app: AppView, opened: Opened): FormActor {
  const { userId } = useTenantScope()
  const { all } = usePeople()
  const known = opened?.actor
  return useMemo(() => {
    // Who builds the app knows all of its fields, and reads those of records that others let them.
    const withheld = new Set(app.ownHidden)
    const me = all.find(({ id }) => id === userId)
    return {
      kind: 'user',
      id: userId,
      groups: known?.groups ?? me?.groups ?? [],
      roles: known?.roles ?? [],
      readable: (key) => !withheld.has(key),
    }
  }, [app.ownHidden, all, userId, known])
}

interface Reading {
  app: AppView
  record: RecordView | null
  form: RecordForm
  opened: Opened
  /** What rules set in fields that no one can type into. */
  held: FieldValues
}

/** What the evaluation reads; the same while nothing is typed. Whether tables have answered what is typed. */
function useFormContext({ app, record, form, opened, held }: Reading): {
  context: FormContext
  isAnswered: boolean
} {
  const { timeZone } = useTenantScope()
  const actor = useActor(app, opened)
  const typed = JSON.stringify({ ...typedValues(app, record, form, timeZone), ...held })
  const occasion = record === null ? 'new' : form.dirty ? 'edit' : 'open'
  const linked = opened?.linked
  const changes = JSON.stringify(linkChanges(app, form))
  const [now] = useState(() => new Date().toISOString())
  const { lookup, isReady: isAnswered } = useTypedAnswers(app, typed, record)
  const context = useMemo((): FormContext => {
    // Written above.
    const changed = JSON.parse(changes) as ReturnType<typeof linkChanges>
    return {
      occasion,
      // Written above.
      record: JSON.parse(typed) as FieldValues,
      before: record?.fields ?? null,
      actor,
      now,
      linked: (field) => {
        const values = linked?.[field]
        return values === undefined ? null : withLinkChange(values, changed[field])
      },
      lookup,
      zone: timeZone,
    }
  }, [occasion, typed, record, actor, now, timeZone, linked, lookup, changes])
  return { context, isAnswered }
}

/** What tables say about the record as it is typed and as it is stored. */
function useTypedAnswers(app: AppView, typed: string, record: RecordView | null) {
  const tests = useMemo(() => tableTests(wholeWorkflow(app) ?? { stages: [] }), [app])
  // Written by the form.
  const values = tests.length === 0 ? null : (JSON.parse(typed) as FieldValues)
  return useTableAnswers(app.id, tableQuestions(tests, [values, record?.fields ?? null]))
}

/** Rules set such fields when the record is saved; a form that sent them would be rejected. */
function isUnwritable(field: Field): boolean {
  return field.readOnly || isComputed(field)
}

interface Evaluating {
  app: AppView
  context: FormContext
  isReady: boolean
  onOutcome: (next: FormOutcome) => void
}

/** Evaluates after each change; says whether the last evaluation failed, and whether it was of the form as it is. */
function useEvaluation({ app, context, isReady, onOutcome }: Evaluating) {
  const [outcome, setOutcome] = useState<FormOutcome | null>(null)
  const [isFaulty, setIsFaulty] = useState(false)
  const [evaluated, setEvaluated] = useState<FormContext | null>(null)
  const others = useLinkedApps(app.fields)
  const compiled = useRef<{ app: AppView; others: typeof others; workflow: CompiledWorkflow } | null>(null)
  const finish = useEffectEvent((next: FormOutcome) => {
    setOutcome(next)
    setIsFaulty(false)
    onOutcome(next)
  })
  const before = useEffectEvent(() => (isFaulty ? undefined : (outcome ?? undefined)))
  useEffect(() => {
    if (!isReady) return
    let isCurrent = true
    const run = async () => {
      // Loaded with the first form that has rules.
      const [{ compileWorkflow }, { settle }] = await Promise.all([
        import('@caseloom/workflow/compile'),
        import('@caseloom/workflow/evaluate'),
      ])
      if (compiled.current?.app !== app || compiled.current.others !== others) {
        const linked = new Map([...others].map(([key, { fields }]) => [key, fields]))
        const workflow = compileWorkflow(wholeWorkflow(app), { fields: app.fields, linked })
        compiled.current = { app, others, workflow }
      }
      return settle(compiled.current.workflow, context, before())
    }
    const show = async () => {
      try {
        const next = await run()
        if (!isCurrent) return
        setEvaluated(context)
        finish(next)
      } catch {
        // An older browser lacks what a rule needs: the form stays, and the server decides.
        if (isCurrent) setIsFaulty(true)
      }
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [isReady, app, others, context])
  return { outcome, isFaulty, isSettled: !isReady || isFaulty || evaluated === context }
}

const NOTHING: FieldValues = {}

/** What rules wrote into the form, and into fields that only they set. */
function useWritten(app: AppView, form: RecordForm, record: RecordView | null) {
  const { timeZone } = useTenantScope()
  const [held, setHeld] = useState<{ version: number; values: FieldValues }>({ version: 0, values: {} })
  const [wrote, setWrote] = useState<ReadonlyMap<string, FormOutcome>>(new Map())
  const version = record?.version ?? 0
  const isHeldCurrent = held.version === version && (record === null || form.dirty)
  const values = isHeldCurrent ? held.values : NOTHING
  const write = (next: FormOutcome, record: FormContext['record']) => {
    const written = Object.entries(next.values).flatMap(([key, value]) => {
      const field = app.fields.find((one) => one.key === key)
      return field === undefined ? [] : [{ field, value, isNew: !sameValue(value, record[key]) }]
    })
    for (const { field, value, isNew } of written)
      if (isNew && !isUnwritable(field)) form.fill(field.key, draftOf(field, value, timeZone))
    const own = written.filter(({ field, isNew }) => isNew && isUnwritable(field))
    if (own.length > 0)
      setHeld({
        version,
        values: { ...values, ...Object.fromEntries(own.map(({ field, value }) => [field.key, value])) },
      })
    if (written.length > 0)
      setWrote((before) => new Map([...before, ...written.map(({ field }) => [field.key, next] as const)]))
  }
  return { held: values, wrote, write }
}

/**
 * Evaluates the workflow of the app in the browser while one types, and writes what rules set into the form. It is for
 * the eye: the server evaluates again when the record is saved, and its answer counts.
 */
export function useFormLogic(app: AppView, record: RecordView | null, form: RecordForm): FormLogic {
  const hasRules = hasLogic(app)
  const asks = hasRules && readsBeyondForm(wholeWorkflow(app))
  const [hasFailed, setHasFailed] = useState(false)
  const opened = useOpenedForm(app, record, form, asks || hasFailed)
  const { held, wrote, write } = useWritten(app, form, record)
  const { context, isAnswered } = useFormContext({ app, record, form, opened: opened.data, held })
  // Until newly linked records are there, rules would take values of none, and a value that is set once isn't set again.
  const isLate = (asks && opened.isPlaceholderData) || !isAnswered
  const isReady = hasRules && !isLate && (!asks || opened.data !== undefined || opened.isError)
  const onOutcome = (next: FormOutcome) => write(next, context.record)
  const { outcome, isFaulty, isSettled } = useEvaluation({ app, context, isReady, onOutcome })
  if (isFaulty !== hasFailed) setHasFailed(isFaulty)
  const state = opened.data?.form
  const fallback = useMemo(() => (state === undefined ? null : outcomeOfState(state)), [state])
  const decided = !hasRules ? null : isFaulty ? fallback : outcome
  const shown = useMemo(() => appByLogic(app, decided), [app, decided])
  const unchanged = useMemo(
    () => new Map([...wrote].filter(([key, { values }]) => sameValue(values[key], context.record[key]))),
    [wrote, context.record],
  )
  return {
    app: shown,
    base: app,
    outcome: decided,
    wrote: unchanged,
    isFaulty: hasRules && isFaulty,
    isSettled: isSettled && !isLate,
  }
}
