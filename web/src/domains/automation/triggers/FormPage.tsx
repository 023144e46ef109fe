import type { OwnFormView } from '@caseloom/contract/automation/triggers'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { openStatement } from '../../../data/open-statement.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Content, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { StatementText } from '../../../ui/statement/StatementText.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { Markdown } from '../../../ui/rich-text/Markdown.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import { FormFields, useFormState } from '../approvals/FormFields.tsx'
import classes from './Triggers.module.css'
import { triggersEn } from './triggers.en.ts'
import { formQuery, sendForm } from './triggers.queries.ts'

addTexts('triggers', triggersEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/form/$formId')

export function FormPage() {
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const { formId } = route.useParams()
  const query = useQuery(formQuery(tenantId, formId))
  const client = useQueryClient()
  const [turn, setTurn] = useState(0)
  usePageTitle(query.data?.heading)
  if (query.isError)
    return (
      <PageFailure
        title={t('form.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <Content>
        {query.data !== undefined && (
          <FilledForm
            key={turn}
            form={query.data}
            send={(body) => sendForm(tenantId, formId, body)}
            onAgain={() => {
              // What was confirmed with the first one is not asked again.
              client.setQueryData(formQuery(tenantId, formId).queryKey, (form) =>
                form === undefined ? form : { ...form, statement: null },
              )
              setTurn(turn + 1)
            }}
          />
        )}
      </Content>
    </PageFrame>
  )
}

interface FilledFormProps {
  form: OwnFormView
  send: (body: Parameters<typeof sendForm>[2]) => ReturnType<typeof sendForm>
  onAgain: () => void
}

function FilledForm({ form, send, onAgain }: FilledFormProps) {
  const { t } = useTranslation('triggers')
  const state = useFormState(form.inputs)
  const [statement, setStatement] = useState(form.statement)
  const sending = useMutation({
    mutationFn: () => send({ inputs: state.value, statement: statement?.id }),
    onError: (error) => {
      setStatement((before) => openStatement(error) ?? before)
      state.fail(error)
    },
  })
  if (sending.isSuccess)
    return (
      <div className={classes.sheet}>
        <h1 className={classes.heading}>{t('form.sent')}</h1>
        <p role="status">{sending.data.thanks ?? t('form.thanks')}</p>
        <div>
          <Button onClick={onAgain}>{t('form.again')}</Button>
        </div>
      </div>
    )
  return (
    <div className={classes.sheet}>
      <h1 className={classes.heading}>{form.heading}</h1>
      {form.text !== null && <Markdown text={form.text} />}
      {statement !== null && <StatementText statement={statement} />}
      <FormFields
        form={state}
        submit={t('form.submit')}
        sending={sending.isPending}
        failure={sending.isError ? describeError(sending.error) : null}
        onSubmit={() => sending.mutate()}
      />
      <UnsavedGuard when={state.changed} />
    </div>
  )
}
