import type { FieldValues } from '@caseloom/contract/records/records'
import type { Occasion, Workflow, WorkflowTest } from '@caseloom/contract/apps/workflow'
import { type CompiledWorkflow, compileWorkflow } from '@caseloom/workflow/compile'
import { settle } from '@caseloom/workflow/evaluate'
import type { FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import type { TableAnswers } from '@caseloom/workflow/table-answers'
import { tableQuestions, tableTests } from '@caseloom/workflow/table-uses'
import { type Sample, sampleActor } from '@caseloom/workflow/sample-tests/run-tests'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLinkedApps } from '../../../../data/linked-apps.ts'
import { useTableAnswers } from '../../../../data/table-answers.ts'
import { useMay, useTenantScope } from '../../../../data/scope.tsx'
import type { RuleState } from '../../../../field-types/workflow/LogicGlyph.tsx'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import { useTableLookups } from './useTableLookups.ts'
import { type TrialLinks, useTrialLinks } from './useTrialLinks.ts'

/** What the trial starts from: the stored values of a record, or nothing for a new one. */
export interface TrialStart {
  recordId: string | null
  trackingId?: string
  /** Tracking ID and title of the record. */
  name?: string
  stored: FieldValues | null
  /** Only some may see the record: its values are not copied. */
  restricted?: boolean
  /** When it is tried, and the user who does, where that isn't now and oneself. */
  at?: string
  user?: string | undefined
}

export interface Trial {
  start: TrialStart
  begin: (start: TrialStart) => void
  occasion: Occasion
  setOccasion: (occasion: Occasion) => void
  /** Role that the form is shown to; null for oneself. */
  role: string | null
  setRole: (role: string | null) => void
  values: FieldValues
  set: (field: string, value: FieldValues[string]) => void
  touched: ReadonlySet<string>
  /** Fields whose values rules set. */
  wrote: ReadonlySet<string>
  compiled: CompiledWorkflow
  /** What is tried, for a test. */
  sample: () => Omit<Sample, 'id' | 'name'>
  /** Begins with the sample of a test. */
  open: (test: WorkflowTest) => void
  /** Counts the starts: inputs begin afresh with each. */
  round: number
  outcome: FormOutcome | null
  /** How long the last evaluation took. */
  took: number
  readable: (field: string) => boolean
  links: TrialLinks
  /** Rules ask tables that one may not read. */
  areTablesUnread: boolean
  /** Makes what a test asks tables with. */
  lookups: () => TableAnswers
}

const NOW = () => new Date().toISOString()

/** What the trial has typed, and what rules wrote into it. */
function useTrialValues() {
  const [start, setStart] = useState<TrialStart>({ recordId: null, stored: null })
  const [values, setValues] = useState<FieldValues>({})
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [wrote, setWrote] = useState<ReadonlySet<string>>(new Set())
  const [round, setRound] = useState(0)
  return {
    start,
    values,
    touched,
    wrote,
    round,
    restart: (next: TrialStart, given: FieldValues = {}) => {
      setStart(next)
      setValues({ ...next.stored, ...given })
      setTouched(new Set(Object.keys(given)))
      setWrote(new Set())
      setRound((before) => before + 1)
    },
    set: (field: string, value: FieldValues[string]) => {
      setValues((before) => ({ ...before, [field]: value }))
      setTouched((before) => new Set([...before, field]))
      setWrote((before) => new Set([...before].filter((one) => one !== field)))
    },
    /** What rules set is part of the record from then on, as when it is typed. */
    write: (next: FieldValues) => {
      setValues((before) => ({ ...before, ...next }))
      setWrote((before) => new Set([...before, ...Object.keys(next)]))
    },
  }
}

interface Evaluating {
  compiled: CompiledWorkflow
  context: FormContext
  isOpen: boolean
  /** What the rules read is there. */
  isReady: boolean
  /** Evaluations of another round do not continue this one. */
  round: number
  write: (values: FieldValues) => void
}

function useOutcome({ compiled, context, isOpen, isReady, round, write }: Evaluating) {
  const [done, setDone] = useState<{ outcome: FormOutcome; took: number; round: number } | null>(null)
  const before = useEffectEvent(() => (done?.round === round ? done.outcome : undefined))
  const finish = useEffectEvent((outcome: FormOutcome, took: number) => {
    setDone({ outcome, took, round })
    const next = Object.entries(outcome.values).filter(
      ([key, value]) => JSON.stringify(context.record[key] ?? null) !== JSON.stringify(value),
    )
    if (next.length > 0) write(Object.fromEntries(next))
  })
  useEffect(() => {
    if (!isOpen || !isReady) return
    let isCurrent = true
    const began = performance.now()
    void settle(compiled, context, before()).then((outcome) => {
      if (isCurrent) finish(outcome, performance.now() - began)
    })
    return () => {
      isCurrent = false
    }
  }, [isOpen, isReady, compiled, context])
  return isOpen && done !== null ? { outcome: done.outcome, took: done.took } : { outcome: null, took: 0 }
}

type Typed = Pick<Trial, 'values' | 'start' | 'touched' | 'wrote'>

/** What rules wrote is no part of a sample: they write it again. */
function sampleOf(
  { values, start, touched, wrote }: Typed,
  how: Omit<Sample, 'id' | 'name' | 'stored' | 'given'>,
): Omit<Sample, 'id' | 'name'> {
  const given = [...touched].filter((key) => !wrote.has(key)).map((key) => [key, values[key] ?? null])
  return { ...how, stored: start.stored, given: Object.fromEntries(given) }
}

/** Evaluates the workflow of the draft in the browser; nothing of a trial is saved. */
export function useTrial(edited: EditedApp, workflow: Workflow, isOpen: boolean): Trial {
  const { userId, timeZone: zone } = useTenantScope()
  const { restart, write, ...typed } = useTrialValues()
  const { values, start, round } = typed
  const [occasion, setOccasion] = useState<Occasion>('new')
  const [role, setRole] = useState<string | null>(null)
  const { fields } = edited.draft
  const compiled = useCompiled(workflow, fields)
  const user = start.user ?? userId
  const actor = useMemo(
    () => sampleActor({ user, ...(role === null ? {} : { role }) }, compiled.fields),
    [user, role, compiled],
  )
  const { shown, isReady, linked, lookup } = useTrialReads(edited, workflow, { values, start, role, isOpen })
  const [opened] = useState(NOW)
  const now = start.at ?? opened
  const context = useMemo(
    (): FormContext => ({ occasion, actor, now, zone, record: values, before: start.stored, linked, lookup }),
    [occasion, values, start, actor, now, zone, linked, lookup],
  )
  const decided = useOutcome({ compiled, context, isOpen, isReady, round, write })
  return {
    ...typed,
    ...shown,
    ...decided,
    compiled,
    begin: (next) => {
      restart(next)
      setOccasion(next.stored === null ? 'new' : 'edit')
    },
    open: ({ stored, given, opened: on, role: as, user: by, at }) => {
      restart({ recordId: null, stored, at, user: by }, given)
      setOccasion(on)
      setRole(as ?? null)
    },
    sample: () => {
      const how = { opened: occasion, user, at: now, zone }
      return sampleOf(typed, role === null ? how : { ...how, role })
    },
    occasion,
    setOccasion,
    role,
    setRole,
    readable: actor.readable,
  }
}

/** What only the server knows of what is tried: linked records, and what tables say. */
function useTrialReads(
  edited: EditedApp,
  workflow: Workflow,
  { values, start, role, isOpen }: Pick<Trial, 'values' | 'start' | 'role'> & { isOpen: boolean },
) {
  const links = useTrialLinks(edited, workflow, { recordId: start.recordId, role, isOpen })
  const tests = useMemo(() => tableTests(workflow), [workflow])
  const mayRead = useMay('playbook:read')
  const answers = useTableAnswers(
    null,
    isOpen && mayRead ? tableQuestions(tests, [values, start.stored]) : [],
  )
  const areTablesUnread = tests.length > 0 && !mayRead
  const isReady = links.isReady && answers.isReady
  const shown = { links, areTablesUnread, lookups: useTableLookups() }
  return { shown, isReady, linked: links.linked, lookup: answers.lookup }
}

/** With the fields of the apps that it links to, which conditions on linked records name. */
function useCompiled(workflow: Workflow, fields: EditedApp['draft']['fields']): CompiledWorkflow {
  const others = useLinkedApps(fields)
  return useMemo(() => {
    const linked = new Map([...others].map(([key, other]) => [key, other.fields]))
    return compileWorkflow(workflow, { fields, linked })
  }, [workflow, fields, others])
}

/** How each rule did, for the cards. */
export function marksOf(outcome: FormOutcome | null): ReadonlyMap<string, RuleState> {
  return new Map(
    (outcome?.trace ?? []).map(({ rule, outcome: how }) => [rule, how === 'true' ? 'fired' : 'idle']),
  )
}
