import type { Workflow } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { announce } from '../../../ui/live-region.ts'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { TestRun } from '@caseloom/workflow/sample-tests/run-tests'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { coverageQuery } from '../model/apps.queries.ts'
import { MANY_CARDS } from '../../../field-types/workflow/card-layout.ts'
import { type Coverage, neverTaken } from './model/coverage.ts'
import type { PanelTab, WorkflowEditing } from './model/editor-context.ts'
import { withSectionIds } from './model/form-items.ts'
import { NO_WORKFLOW } from './model/new-items.ts'
import { useProblems } from './useProblems.ts'
import { findRows } from './row-words.ts'
import { failingTests } from './trial/failing-tests.ts'
import { readingOf } from './trial/trial-reading.ts'
import { marksOf } from './trial/useTrial.ts'
import { useAppButtons, useVocabulary } from './useVocabulary.ts'
import { rowsOf } from './workflow-rows.ts'
import { entriesOf, rulesOf } from './model/workflow-tree.ts'

const NOTHING_FOLDED: ReadonlySet<string> = new Set()

interface Options {
  edited: EditedApp
  /** With the stages of linked applets. */
  whole: Workflow
  /** Of the trial; null while it is closed. */
  outcome: FormOutcome | null
  search: string
  /** Results of the draft’s tests. */
  runs: readonly TestRun[]
}

/** With the stages of linked applets, as it is evaluated. */
export function useWholeWorkflow({ draft: { workflow, applets } }: EditedApp): Workflow {
  return useMemo(() => wholeWorkflow({ workflow, applets }) ?? NO_WORKFLOW, [workflow, applets])
}

/** State of the editor besides the workflow itself, which is part of the app's draft. */
export function useWorkflowEditor({ edited, whole, outcome, search, runs }: Options): WorkflowEditing {
  const { t } = useTranslation('workflow-editor')
  const buttons = useAppButtons(edited)
  const words = useVocabulary(edited, buttons)
  const workflow = edited.draft.workflow ?? NO_WORKFLOW
  const [selected, setSelected] = useState<string | null>(null)
  const [tab, setTab] = useState<PanelTab>('when')
  const [folded, setFolded] = useState(() => foldedAtFirst(workflow))
  const marks = useMemo(() => marksOf(outcome), [outcome])
  const coverage = useCoverage(edited)
  const faults = useProblems(edited)
  const problems = useMemo(
    () => [...faults, ...failingTests(runs, { words, t }), ...neverTaken(workflow, coverage, t)],
    [faults, runs, words, workflow, coverage, t],
  )
  const trial = useMemo(
    () => readingOf(outcome, workflow, selected, words),
    [outcome, workflow, selected, words],
  )
  const found = useMemo(
    () => (search.trim() === '' ? null : findRows(words, rowsOf(whole, NOTHING_FOLDED), search)),
    [words, whole, search],
  )
  return {
    edited,
    workflow,
    words,
    selected: entriesOf(workflow).has(selected ?? '') ? selected : null,
    select: (id, next) => {
      setSelected(id)
      if (next !== undefined) setTab(next)
    },
    tab,
    change: (next, by) => {
      if (next === null) return announce(t('cannotMove'))
      if (next === workflow) return
      const { draft } = edited
      edited.edit({ ...draft, layout: withSectionIds(draft.layout), workflow: next }, by)
    },
    folded,
    fold: (id) =>
      setFolded((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    marks,
    trial,
    buttons,
    coverage,
    problems,
    problemOf: (id) => {
      const own = problems.filter(({ item }) => item === id)
      return own.find(({ severity }) => severity === 'error')?.severity ?? own[0]?.severity
    },
    found,
  }
}

/** Applets have no records of their own. */
function useCoverage({ source, base }: EditedApp): Coverage | null {
  const { tenantId } = useTenantScope()
  const query = useQuery({ ...coverageQuery(tenantId, base.id), enabled: source.kind === 'app' })
  return query.data ?? null
}

/** A workflow of more cards than an eye can follow opens with its stages folded. */
function foldedAtFirst(workflow: Workflow): ReadonlySet<string> {
  return rulesOf(workflow).length > MANY_CARDS ? new Set(workflow.stages.map(({ id }) => id)) : NOTHING_FOLDED
}
