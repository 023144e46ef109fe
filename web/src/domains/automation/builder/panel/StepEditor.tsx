import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../data/scope.tsx'
import { DateTime } from '../../../../ui/Times.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { findStep, type FoundStep, type Path, setIn } from '../model/places.ts'
import { useSamples } from '../samples/samples.ts'
import { StepTest } from '../test/StepTest.tsx'
import { isStored } from '../model/useDraft.ts'
import { EdgesEditor } from './EdgesEditor.tsx'
import { FailureEditor } from './FailureEditor.tsx'
import { PanelScope } from './PanelScope.tsx'
import { usePanelKey } from './panel-key.ts'
import { PanelShell } from '../parts/PanelShell.tsx'
import type { StepPartProps } from './step-part.ts'
import { StepOutput } from './StepOutput.tsx'
import { StepSetup } from './StepSetup.tsx'

interface StepEditorProps {
  step: string
  onClose: () => void
}

type TabKey = 'setup' | 'conditions' | 'failure' | 'output'

export function StepEditor({ step, onClose }: StepEditorProps) {
  const { document } = useBuilder()
  const found = findStep(document, step)
  const panel = usePanelKey(found)
  return found === undefined ? null : <LoadedStep key={panel} found={found} onClose={onClose} />
}

function LoadedStep({ found, onClose }: { found: FoundStep; onClose: () => void }) {
  const { t } = useTranslation('panel')
  const { field, edit, readOnly, issues, playbook } = useBuilder()
  const mayRead = useMay('run:data')
  const { key, step, path } = found
  const [chosen, setChosen] = useState<{ tab: TabKey; field: Path | null }>({ tab: 'setup', field: null })
  const [seen, setSeen] = useState<Path | null>(null)
  if (field !== seen) {
    // A problem opens the tab with its field.
    setSeen(field)
    if (field !== null) setChosen({ tab: tabOf(field, path), field })
  }
  const { samples, run } = useSamples()
  const title = typeof step['title'] === 'string' ? step['title'] : key
  const faults = (tab: TabKey) =>
    issues.filter((issue) => inside(issue.path, path) && tabOf(issue.path, path) === tab).length
  const tabs = (['setup', 'conditions', 'failure', 'output'] as const).map((one) => {
    const count = faults(one)
    return { key: one, label: t(`tabs.${one}`), ...(count === 0 ? {} : { count }) }
  })
  const part: StepPartProps = {
    found,
    readOnly,
    change: (next, by) =>
      edit(t('change.step', { title }), (document) => setIn(document, path, next), by ?? path.join('/')),
  }
  return (
    <PanelShell
      title={title}
      subtitle={`${key} · ${String(step['action'] ?? '')}`}
      action={String(step['action'] ?? '')}
      tabs={tabs}
      tab={chosen.tab}
      onTab={(tab) => setChosen({ tab: tabs.find((one) => one.key === tab)?.key ?? 'setup', field: null })}
      footer={
        mayRead && run !== null ? (
          <span>
            {t('previewed', { number: run.number })} <DateTime at={run.at} />
          </span>
        ) : (
          <span>{t(samples.trigger === undefined ? 'noExamples' : 'ownExample')}</span>
        )
      }
      onClose={onClose}
    >
      <StepTab chosen={chosen} part={part} readOnly={readOnly} playbook={playbook} found={found} />
    </PanelShell>
  )
}

interface StepTabProps {
  chosen: { tab: TabKey; field: Path | null }
  part: StepPartProps
  readOnly: boolean
  playbook: ReturnType<typeof useBuilder>['playbook']
  found: FoundStep
}

function StepTab({ chosen, part, readOnly, playbook, found }: StepTabProps) {
  return (
    <PanelScope step={found.key}>
      {chosen.tab === 'setup' && <StepSetup {...part} />}
      {chosen.tab === 'conditions' && <EdgesEditor {...part} />}
      {chosen.tab === 'failure' && <FailureEditor {...part} />}
      {chosen.tab === 'output' && (
        <>
          {!readOnly && isStored(playbook) && <StepTest found={found} />}
          <StepOutput found={found} />
        </>
      )}
    </PanelScope>
  )
}

function inside(path: Path, step: Path): boolean {
  return step.every((part, at) => path[at] === part)
}

function tabOf(path: Path, step: Path): TabKey {
  const part = path[step.length]
  if (part === 'after' || part === 'join') return 'conditions'
  return part === 'retry' || part === 'timeout' || part === 'compensate' ? 'failure' : 'setup'
}
