import type { FormView } from '@caseloom/contract/automation/triggers'
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
import { FormFields, useFormState } from '../approvals/FormFields.tsx'
import { OutsideSheet } from '../approvals/OutsideSheet.tsx'
import { triggersEn } from './triggers.en.ts'
import { openFormQuery, sendOpenForm } from './triggers.queries.ts'

addTexts('triggers', triggersEn)
const route = getRouteApi('/forms/$tenantId/$formKey')

/** A form for anyone with the link; it reveals nothing else about the tenant. */
export function OpenFormPage() {
  const { t } = useTranslation('triggers')
  const { t: ui } = useTranslation('ui')
  const { tenantId, formKey } = route.useParams()
  const query = useQuery(openFormQuery(tenantId, formKey))
  const [thanks, setThanks] = useState<string | null>(null)
  if (thanks !== null)
    return (
      <OutsideSheet title={t('form.sent')}>
        <p role="status">{thanks}</p>
      </OutsideSheet>
    )
  if (query.isPending) return <OutsideSheet title={null}>{null}</OutsideSheet>
  if (query.isError && hasCode(query.error, 'resource.not_found'))
    return (
      <OutsideSheet title={t('form.goneTitle')}>
        <p>{t('form.goneText')}</p>
      </OutsideSheet>
    )
  if (query.isError)
    return (
      <OutsideSheet title={t('form.failed')}>
        <ErrorSummary message={describeError(query.error).text} />
        <div>
          <Button variant="filled" loading={query.isFetching} onClick={() => void query.refetch()}>
            {ui('retry')}
          </Button>
        </div>
      </OutsideSheet>
    )
  return (
    <OutsideSheet title={query.data.heading}>
      <Asked
        form={query.data}
        send={(inputs) => sendOpenForm(tenantId, formKey, inputs)}
        onSent={(words) => setThanks(words ?? t('form.thanks'))}
      />
    </OutsideSheet>
  )
}

interface AskedProps {
  form: FormView
  send: (inputs: Parameters<typeof sendOpenForm>[2]) => ReturnType<typeof sendOpenForm>
  onSent: (thanks: string | null) => void
}

function Asked({ form, send, onSent }: AskedProps) {
  const { t } = useTranslation('triggers')
  const state = useFormState(form.inputs)
  const sending = useMutation({
    mutationFn: () => send(state.value),
    onSuccess: (answer) => onSent(answer.thanks),
    onError: state.fail,
  })
  return (
    <>
      {form.text !== null && <Markdown text={form.text} />}
      <FormFields
        form={state}
        submit={t('form.submit')}
        sending={sending.isPending}
        failure={sending.isError ? describeError(sending.error) : null}
        onSubmit={() => sending.mutate()}
      />
    </>
  )
}
