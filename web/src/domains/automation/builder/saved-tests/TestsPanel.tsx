import type { PlaybookTestResult } from '@caseloom/contract/automation/playbook-tests'
import { Button, Menu, UnstyledButton } from '@mantine/core'
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import marks from '../../../../field-types/workflow/Logic.module.css'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { formatDateTime, formatDuration } from '../../../../ui/time.ts'
import { useBuilder } from '../model/builder-context.ts'
import type { SavedTest } from '../model/saved-tests.ts'
import panel from '../parts/Panel.module.css'
import { PanelShell } from '../parts/PanelShell.tsx'
import { useRecentRuns } from '../samples/samples.ts'
import { rowsOf } from './expectation-rows.ts'
import { SaveTestDialog } from './SaveTestDialog.tsx'
import { savedTestsEn } from './saved-tests.en.ts'
import classes from './SavedTests.module.css'
import { TestActions } from './TestActions.tsx'
import { TestDetails } from './TestDetails.tsx'
import { Uncovered } from './Uncovered.tsx'
import type { SavedTests } from './useSavedTests.ts'

addTexts('savedTests', savedTestsEn)

interface TestsPanelProps {
  saved: SavedTests
  /** Opens the panel that tries the draft. */
  onTry: () => void
  onClose: () => void
}

/** The saved tests of the draft: run them, see what differs, accept it, and make more. */
export function TestsPanel({ saved, onTry, onClose }: TestsPanelProps) {
  const { t } = useTranslation('savedTests')
  const { readOnly, selection, issues } = useBuilder()
  const [madeOf, setMadeOf] = useState<string | null>(null)
  const { tests, results, coverage, chosen } = saved
  const test = tests.find(({ key }) => key === chosen)
  const [node] = selection
  const isUncovered = node !== undefined && results.size > 0 && (coverage.steps[node] ?? 0) === 0
  return (
    <PanelShell title={t('title')} subtitle={useSubtitle(saved)} action="test" onClose={onClose}>
      {!readOnly && <Tools saved={saved} onTry={onTry} onMake={setMadeOf} />}
      {issues.length > 0 && tests.length > 0 && <p className={panel.fault}>{t('problems')}</p>}
      {saved.error !== null && (
        <p className={panel.fault}>
          {t('runFailed')}. {describeError(saved.error).text}
        </p>
      )}
      {isUncovered && !node.startsWith('note/') && (
        <Uncovered node={node} coverage={coverage} onMake={setMadeOf} />
      )}
      {tests.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {tests.length > 0 && <TestList saved={saved} />}
      {test !== undefined && (
        <>
          <TestActions saved={saved} test={test} />
          <TestDetails saved={test} result={results.get(test.key)} />
        </>
      )}
      {madeOf !== null && (
        <SaveTestDialog runId={madeOf} onSaved={saved.choose} onClose={() => setMadeOf(null)} />
      )}
    </PanelShell>
  )
}

function useSubtitle({ tests, results, isRunning }: SavedTests): string {
  const { t } = useTranslation('savedTests')
  if (isRunning) return t('running')
  const known = tests.flatMap(({ key }) => results.get(key) ?? [])
  if (known.length === 0) return tests.length === 0 ? t('none') : t('notRun')
  const passed = known.filter((one) => one.passed).length
  return t('counts', { passed, failed: known.length - passed })
}

interface ToolsProps {
  saved: SavedTests
  onTry: () => void
  onMake: (runId: string) => void
}

function Tools({ saved, onTry, onMake }: ToolsProps) {
  const { t } = useTranslation('savedTests')
  const { t: say } = useTranslation('automation')
  const { timeZone } = useTenantScope()
  const runs = useRecentRuns()
  const { tests, run, isRunning } = saved
  return (
    <div className={panel.buttons}>
      {tests.length > 0 && (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
          disabled={run === null}
          loading={isRunning}
          onClick={() => run?.()}
        >
          {t('runAll', { count: tests.length })}
        </Button>
      )}
      <Button onClick={onTry}>{t('add')}</Button>
      {runs.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button>{t('fromRun')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {runs.map(({ id, number, state, startedAt }) => (
              <Menu.Item key={id} onClick={() => onMake(id)}>
                {t('ofRun', {
                  number,
                  state: say(`states.${state}`),
                  at: formatDateTime(new Date(startedAt), timeZone),
                })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

function TestList({ saved }: { saved: SavedTests }) {
  const { t } = useTranslation('savedTests')
  const { tests, results, chosen, choose } = saved
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {tests.map((test) => (
        <li key={test.key}>
          <UnstyledButton
            className={classes.test}
            aria-pressed={test.key === chosen}
            onClick={() => choose(test.key)}
          >
            <TestMark result={results.get(test.key)} />
            <span className={classes.words}>
              <span className={classes.name}>{test.title}</span>
              <Summary test={test} result={results.get(test.key)} />
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function TestMark({ result }: { result: PlaybookTestResult | undefined }) {
  const { t } = useTranslation('savedTests')
  const look = { size: 16, role: 'img' } as const
  if (result === undefined)
    return <IconCircleDashed {...look} className={classes.unknown} aria-label={t('notRun')} />
  return result.passed ? (
    <IconCircleCheckFilled {...look} className={marks.fired} aria-label={t('passed')} />
  ) : (
    <IconCircleXFilled {...look} className={marks.error} aria-label={t('failed')} />
  )
}

function Summary({ test, result }: { test: SavedTest; result: PlaybookTestResult | undefined }) {
  const { t } = useTranslation('savedTests')
  const rows = rowsOf(test.test, result?.differences ?? [])
  const differ = rows.filter(({ differences }) => differences.length > 0).length
  const words =
    result === undefined || result.passed
      ? t('expectations', { count: rows.length })
      : differ === 0
        ? t('notGiven')
        : t('differs', { count: differ, of: rows.length })
  return (
    <span className={classes.quiet}>
      {words}
      {result !== undefined && `, ${formatDuration(result.durationMs)}`}
    </span>
  )
}
