import type { WorkflowTest } from '@caseloom/contract/apps/workflow'
import { TextInput } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { announce } from '../../../../ui/live-region.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { type ExpectedLine, expectationOfLines, linesOf } from './expectation-lines.ts'
import { ExpectationRows } from './ExpectationRows.tsx'
import { GivenRows } from './GivenRows.tsx'
import { faultOf, LIMITS } from './test-faults.ts'
import { openedText } from './test-words.ts'
import classes from './Trial.module.css'
import { withTest } from './useSavedTests.ts'

/** Changes the name of a saved test, what is entered in it, and what it expects. */
export function EditTestDialog({ test, onClose }: { test: WorkflowTest; onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, words, change } = useWorkflow()
  const [name, setName] = useState(test.name)
  const [given, setGiven] = useState(test.given)
  const [lines, setLines] = useState(() => linesOf(test.expect, randomId))
  const [fault, setFault] = useState<string | null>(null)
  const save = () => {
    const next = { ...test, name: name.trim(), given, expect: expectationOfLines(lines) }
    const whole = withTest(workflow, next)
    const problem = faultOf(whole, next)
    if (problem !== null) return setFault(t(`tests.faults.${problem}`, LIMITS))
    change(whole)
    announce(t('tests.saved', { name: next.name }))
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('tests.editTitle')} size={600}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ErrorSummary {...(fault === null ? {} : { message: fault })} />
        <TextInput
          label={t('tests.name')}
          value={name}
          maxLength={100}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className={classes.quiet}>{openedText({ words, t }, test)}</p>
        <GivenRows given={given} onChange={setGiven} />
        <ExpectationRows lines={lines} onChange={setLines} />
        <p className={classes.quiet}>{t('tests.seen')}</p>
        <DialogActions
          onCancel={onClose}
          confirm={t('tests.confirm')}
          disabled={name.trim() === '' || lines.some(isIncomplete)}
        />
      </form>
    </Dialog>
  )
}

function isIncomplete(line: ExpectedLine): boolean {
  return line.kind === 'message' && line.message.text.trim() === ''
}
