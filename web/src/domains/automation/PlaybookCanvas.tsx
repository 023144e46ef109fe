import type { PlaybookView } from '@caseloom/contract/automation'
import type { JsonObject } from '@caseloom/contract/json'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import classes from './Automation.module.css'
import { type PlaybookSearch, withParam } from './automation-search.ts'
import { LazyGraph } from './graph/LazyGraph.tsx'
import { placeOf, readDocument } from './graph-document.ts'
import { ProblemsStrip } from './ProblemsStrip.tsx'
import { triggerOf } from './run-summary.ts'
import { StepPanel } from './StepPanel.tsx'
import { TriggerNodePanel } from './TriggerNodePanel.tsx'

interface PlaybookCanvasProps {
  playbook: PlaybookView
  document: JsonObject
  search: PlaybookSearch
  onSearch: (next: PlaybookSearch) => void
}

/** The graph with the problems of the draft below it and the selected step beside it. */
export function PlaybookCanvas({ playbook, document, search, onSearch }: PlaybookCanvasProps) {
  const { t } = useTranslation('automation')
  const shown = useMemo(() => readDocument(document), [document])
  const isDraft = document === playbook.draft
  const problems = useMemo(
    () =>
      isDraft
        ? new Set(playbook.problems.flatMap((issue) => placeOf(issue, playbook.draft) ?? []))
        : new Set<string>(),
    [playbook, isDraft],
  )
  const select = (node: string | undefined) => onSearch(withParam(search, 'node', node))
  const { node } = search
  const close = () => {
    select(undefined)
    // Who closed the panel by keyboard goes on where the panel came from.
    window.document.getElementById(`graph-node-${node}`)?.focus({ preventScroll: true })
  }
  const step = shown.steps.find(({ key }) => key === node)
  const triggerKey = node === undefined ? null : triggerOf(node)
  const trigger = shown.triggers.find(({ key }) => key === triggerKey)
  return (
    <div className={classes.split}>
      <div className={classes.column}>
        <div className={classes.graph}>
          {shown.steps.length + shown.triggers.length === 0 ? (
            <EmptyState title={t('playbook.empty')} text={t('playbook.emptyText')} />
          ) : (
            <LazyGraph
              document={shown}
              mode="build"
              label={t('graph.canvas')}
              selected={node}
              onSelect={select}
              problems={problems}
            />
          )}
        </div>
        <ProblemsStrip
          issues={playbook.problems}
          document={playbook.draft}
          onGo={(place) => {
            const next = withParam(search, 'node', place ?? undefined)
            onSearch(playbook.published === null ? next : { ...next, version: 'draft' })
          }}
        />
      </div>
      {step !== undefined && <StepPanel step={step} document={shown} onClose={close} onGo={select} />}
      {trigger !== undefined && (
        <TriggerNodePanel
          trigger={trigger}
          playbook={playbook}
          onClose={close}
          onDeliveries={() => onSearch({ ...search, view: 'triggers' })}
        />
      )}
    </div>
  )
}
