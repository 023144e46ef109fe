import type { WorkflowTest } from '@caseloom/contract/apps/workflow'
import { accepted, type TestRun } from '@caseloom/workflow/sample-tests/run-tests'
import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import marks from '../../../../field-types/workflow/Logic.module.css'
import { announce } from '../../../../ui/live-region.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { EditTestDialog } from './EditTestDialog.tsx'
import classes from './Trial.module.css'
import { differenceText, openedText } from './test-words.ts'
import { withoutTest, withTest } from './useSavedTests.ts'
import type { Trial } from './useTrial.ts'

interface TestListProps {
  runs: readonly TestRun[]
  trial: Trial
  /** Shows the form with the sample of a test in it. */
  onOpen: (test: WorkflowTest) => void
}

/** The tests of the workflow, each with what differs from what it expects. */
export function TestList({ runs, trial, onOpen }: TestListProps) {
  const { t } = useTranslation('workflow-editor')
  if (runs.length === 0) return <p className={classes.quiet}>{t('tests.none')}</p>
  return (
    <ul className={classes.tests} aria-label={t('tests.title')}>
      {runs.map((run) => (
        <TestItem key={run.test.id} run={run} trial={trial} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function TestItem({ run, trial, onOpen }: { run: TestRun } & Omit<TestListProps, 'runs'>) {
  const { t } = useTranslation('workflow-editor')
  const { words, problems } = useWorkflow()
  const { test, differences } = run
  const fails = differences.length > 0
  const refused = problems.filter((one) => one.test === test.id && one.code !== 'test_fails')
  const isRefused = refused.some(({ severity }) => severity === 'error')
  const Glyph = fails ? IconCircleXFilled : IconCircleCheckFilled
  return (
    <li className={classes.test} data-test={test.id} tabIndex={-1}>
      <div className={classes.testHead}>
        <Glyph
          size={16}
          className={fails ? marks.error : marks.fired}
          aria-label={t(fails ? 'tests.fails' : 'tests.passes')}
          role="img"
        />
        <strong>{test.name}</strong>
        <span className={classes.quiet}>{openedText({ words, t }, test)}</span>
      </div>
      {(fails || refused.length > 0) && (
        <ul className={classes.lines}>
          {differences
            .map((one) => differenceText({ words, t }, one))
            .map((line) => (
              <li key={line}>{line}</li>
            ))}
          {refused.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <TestButtons test={test} mayAccept={fails || isRefused} trial={trial} onOpen={onOpen} />
    </li>
  )
}

type TestButtonsProps = { test: WorkflowTest; mayAccept: boolean } & Omit<TestListProps, 'runs'>

function TestButtons({ test, mayAccept, trial, onOpen }: TestButtonsProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, change } = useWorkflow()
  const [isEditing, setIsEditing] = useState(false)
  const { name } = test
  const accept = async () => {
    change(withTest(workflow, await accepted(trial.compiled, test, trial.lookups())))
    announce(t('tests.accepted', { name }))
  }
  return (
    <div className={classes.buttons}>
      <Button aria-label={t('tests.openOne', { name })} onClick={() => onOpen(test)}>
        {t('tests.open')}
      </Button>
      <Button aria-label={t('tests.editOne', { name })} onClick={() => setIsEditing(true)}>
        {t('tests.edit')}
      </Button>
      {mayAccept && (
        <Button aria-label={t('tests.acceptOne', { name })} onClick={() => void accept()}>
          {t('tests.accept')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        aria-label={t('tests.deleteOne', { name })}
        onClick={() => {
          change(withoutTest(workflow, test.id))
          announce(t('deleted'))
        }}
      >
        {t('delete')}
      </Button>
      {isEditing && <EditTestDialog test={test} onClose={() => setIsEditing(false)} />}
    </div>
  )
}
