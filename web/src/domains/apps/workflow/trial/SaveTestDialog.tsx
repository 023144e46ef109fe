import { type MadeTest, makeTest } from '@caseloom/workflow/sample-tests/run-tests'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../../../field-types/workflow/rule-words.ts'
import { Notice } from '../../../../ui/admin/Settings.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { useWorkflow } from '../model/editor-context.ts'
import { newId } from '../model/workflow-tree.ts'
import classes from './Trial.module.css'
import { faultOf, LIMITS } from './test-faults.ts'
import { expectedTexts } from './test-words.ts'
import { withTest } from './useSavedTests.ts'
import type { Trial } from './useTrial.ts'

/** Makes the test that the dialog then shows: its sample as it is tried, and what the workflow makes of it. */
export function testOf(trial: Trial, name: string): Promise<MadeTest> {
  return makeTest(trial.compiled, { ...trial.sample(), id: newId('test'), name }, trial.lookups())
}

interface SaveTestProps {
  made: MadeTest
  /** Why rules don't apply in the test: they read linked records, or tables that one may not read. */
  unread: readonly string[]
  onClose: () => void
}

/** Shows what a test will hold and expect, and saves it in the draft under a name. */
export function SaveTestDialog({ made, unread, onClose }: SaveTestProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, change } = useWorkflow()
  const [name, setName] = useState(made.test.name)
  const [fault, setFault] = useState<string | null>(null)
  const save = () => {
    const next = withTest(workflow, { ...made.test, name: name.trim() })
    const problem = faultOf(next, made.test)
    if (problem !== null) return setFault(t(`tests.faults.${problem}`, LIMITS))
    change(next)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('tests.save')} size={520}>
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
        <Expected made={made} />
        <LeftOut made={made} />
        {unread.map((text) => (
          <Notice key={text}>{text}</Notice>
        ))}
        <p className={classes.quiet}>{t('tests.seen')}</p>
        <DialogActions onCancel={onClose} confirm={t('tests.confirm')} disabled={name.trim() === ''} />
      </form>
    </Dialog>
  )
}

function Expected({ made: { test } }: { made: MadeTest }) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const expected = expectedTexts({ words, t }, test.expect)
  return (
    <section aria-labelledby="test-expects" className={classes.section}>
      <h3 id="test-expects" className={classes.title}>
        {t('tests.expects')}
      </h3>
      {expected.length === 0 ? (
        <p className={classes.quiet}>{t('tests.expectsNothing')}</p>
      ) : (
        <ul className={classes.lines}>
          {expected.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function LeftOut({ made: { restricted, long } }: { made: MadeTest }) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const names = (keys: readonly string[]) => keys.map((key) => labelOf(words, key)).join(', ')
  return (
    <>
      {restricted.length > 0 && <Notice>{t('tests.restricted', { names: names(restricted) })}</Notice>}
      {long.length > 0 && <Notice>{t('tests.long', { names: names(long) })}</Notice>}
    </>
  )
}
