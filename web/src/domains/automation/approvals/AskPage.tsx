import type { OutsideAsk } from '@caseloom/contract/automation/approvals'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { Markdown } from '../../../ui/rich-text/Markdown.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { FormFields, useFormState } from './FormFields.tsx'
import { OutsideSheet as Sheet } from './OutsideSheet.tsx'
import classes from './People.module.css'
import { peopleEn } from './people.en.ts'
import { askQuery, sendAsk } from '../shared/people.queries.ts'

addTexts('people', peopleEn)
const route = getRouteApi('/asks/$token')

export function AskPage() {
  const { t } = useTranslation('people')
  const { token } = route.useParams()
  const query = useQuery(askQuery(token))
  const [end, setEnd] = useState<'sent' | 'over' | null>(null)
  if (end !== null) return <Notice title={t(`ask.${end}Title`)} text={t(`ask.${end}Text`)} />
  if (query.isPending) return <Sheet title={null}>{null}</Sheet>
  if (query.isError) {
    if (hasCode(query.error, 'form.over'))
      return <Notice title={t('ask.overTitle')} text={t('ask.overText')} />
    if (hasCode(query.error, 'resource.not_found'))
      return <Notice title={t('ask.goneTitle')} text={t('ask.goneText')} />
    return <Failed error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
  }
  return <Ask token={token} ask={query.data} onEnd={setEnd} />
}

interface AskProps {
  token: string
  ask: OutsideAsk
  onEnd: (end: 'sent' | 'over') => void
}

function Ask({ token, ask, onEnd }: AskProps) {
  const { t } = useTranslation('people')
  const form = useFormState(ask.schema)
  const send = useMutation({
    mutationFn: () => sendAsk(token, form.value),
    onSuccess: () => onEnd('sent'),
    onError: (error) => {
      if (hasCode(error, 'form.over')) onEnd('over')
      else form.fail(error)
    },
  })
  return (
    <Sheet title={ask.title} brand={ask.brand}>
      {ask.brand !== null && <p className={classes.quiet}>{t('ask.from', { brand: ask.brand })}</p>}
      {ask.text !== null && <Markdown text={ask.text} />}
      {ask.expiresAt !== null && (
        <p className={classes.quiet}>
          {t('ask.until')} <DateTime at={ask.expiresAt} />
        </p>
      )}
      <FormFields
        form={form}
        submit={t('ask.submit')}
        sending={send.isPending}
        failure={send.isError ? describeError(send.error) : null}
        onSubmit={() => send.mutate()}
      />
    </Sheet>
  )
}

function Notice({ title, text }: { title: string; text: string }) {
  return (
    <Sheet title={title}>
      <p className={classes.quiet} role="status">
        {text}
      </p>
    </Sheet>
  )
}

function Failed({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy: boolean }) {
  const { t } = useTranslation('people')
  const { t: word } = useTranslation('ui')
  const { text, requestId } = describeError(error)
  return (
    <Sheet title={t('ask.failed')}>
      <ErrorSummary message={text} requestId={requestId} />
      <div className={classes.buttons}>
        <Button variant="filled" loading={busy} onClick={onRetry}>
          {word('retry')}
        </Button>
      </div>
    </Sheet>
  )
}
