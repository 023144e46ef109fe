import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { toast } from '../../../../ui/toast.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { freshTestKey, testsOf, withTest } from '../model/saved-tests.ts'
import classes from '../parts/Panel.module.css'
import { savedTestsEn } from './saved-tests.en.ts'
import { makeTest, type NewTest } from './saved-tests.queries.ts'

addTexts('savedTests', savedTestsEn)

interface SaveTestDialogProps {
  /** The run or try that becomes the test. */
  runId: string
  /** The run that a try was given the data of. */
  sampleOf?: string | null
  onSaved?: (key: string) => void
  onClose: () => void
}

/** Names the test that a run or a try becomes, and adds it to the draft. */
export function SaveTestDialog({ runId, sampleOf = null, onSaved, onClose }: SaveTestDialogProps) {
  const { t } = useTranslation('savedTests')
  const { document } = useBuilder()
  const [title, setTitle] = useState(t('newName', { number: testsOf(document).length + 1 }))
  const make = useMakeTest(title, { runId, sampleOf }, (key) => {
    onSaved?.(key)
    onClose()
  })
  const failure = make.isError ? describeError(make.error) : null
  return (
    <Dialog onClose={onClose} title={t('saveTitle')} size={480}>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (!make.isPending) make.mutate()
        }}
      >
        <ErrorSummary
          {...(failure === null ? {} : { message: `${t('saveFailed')}. ${failure.text}` })}
          requestId={failure?.requestId}
        />
        <TextInput
          label={t('name')}
          value={title}
          maxLength={200}
          required
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <p className={classes.note}>{t('seen')}</p>
        <DialogActions
          onCancel={onClose}
          confirm={t('save')}
          loading={make.isPending}
          disabled={title.trim() === ''}
        />
      </form>
    </Dialog>
  )
}

type Source = Pick<NewTest, 'runId' | 'sampleOf'>

function useMakeTest(title: string, source: Source, onSaved: (key: string) => void) {
  const { t } = useTranslation('savedTests')
  const { tenantId } = useTenantScope()
  const { document, playbook, edit } = useBuilder()
  return useMutation({
    mutationFn: () => {
      const key = freshTestKey(document, title)
      const test = { ...source, document, key, title: title.trim() }
      return makeTest({ tenantId, playbookId: playbook.id }, test)
    },
    onSuccess: ({ test, result }) => {
      edit(t('undo.add'), (draft) => withTest(draft, test))
      const kind = result.passed ? 'success' : 'info'
      toast({ kind, title: t(result.passed ? 'saved' : 'savedFails', { title: result.title }) })
      onSaved(result.key)
    },
  })
}
