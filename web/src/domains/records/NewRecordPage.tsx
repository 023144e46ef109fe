import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { itemsOfSection } from '@caseloom/contract/apps/layout'
import { Button, Input } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../data/api-error.ts'
import { describeError, type ErrorText } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { appImageAddress } from '../../data/app-images.ts'
import { FormBlock } from '../../ui/rich-text/FormBlock.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { NewCaseField } from './case/NewCaseField.tsx'
import { FieldEditor } from './editors/FieldEditor.tsx'
import classes from './model/Records.module.css'
import { recordsEn } from './model/records.en.ts'
import { keepSaved, saveNew } from './model/records.queries.ts'
import { usePeople } from '../../data/people.ts'
import { isCaseField } from '../../field-types/values/case-text.ts'
import { isComputed } from '../../field-types/parts/shown-field.ts'
import { momentaryDefault } from './model/draft-value.ts'
import { WithApp } from './model/WithApp.tsx'
import logicClasses from './logic/Logic.module.css'
import { fieldLogic } from './logic/field-logic.tsx'
import { LogicForm } from './logic/LogicForm.tsx'
import { useFormLogic } from './logic/useFormLogic.ts'
import { type RecordForm, useRecordForm } from './model/useRecordForm.ts'
import { similarEn } from './similar/similar.en.ts'
import { toast } from '../../ui/toast.tsx'
import { TemplateSelect, useTemplate } from './TemplateSelect.tsx'

addTexts('records', recordsEn)
addTexts('similar', similarEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/new')

export function NewRecordPage() {
  const { appId } = route.useParams()
  return <WithApp appId={appId}>{(app) => <NewRecord key={app.id} app={app} />}</WithApp>
}

function NewRecord({ app }: { app: AppView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const form = useRecordForm(app, null)
  const logic = useFormLogic(app, null, form)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const title = t('create.title', { app: app.name.toLowerCase() })
  useBreadcrumbs([{ label: app.name, to: paths.recordList(scope, app.id) }])
  usePageTitle(title)
  const template = useTemplate(app, form)
  const mutation = useCreateRecord(app, setFailure, form)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const values = form.read()
    if (values !== null) mutation.mutate({ fields: template.entered(values), template: template.chosen?.key })
  }
  const faults = Object.entries(form.errors).map(([key, text]) => ({
    label: app.fields.find((field) => field.key === key)?.label ?? key,
    text,
  }))
  return (
    <PageFrame>
      <PageBar title={title} />
      <Content padding="record">
        <form onSubmit={submit} noValidate className={classes.formFields}>
          <ErrorSummary
            {...(failure === null
              ? {}
              : { message: `${t('create.saveFailed')}. ${failure.text}`, requestId: failure.requestId })}
            faults={faults}
          />
          <TemplateSelect app={app} template={template} />
          <LogicForm logic={logic} recordId={null}>
            <Fields app={logic.app} form={form} />
          </LogicForm>
          <div className={classes.formEnd}>
            <Button type="submit" variant="filled" loading={mutation.isPending}>
              {t('save')}
            </Button>
            <Button component={Link} to={paths.recordList(scope, app.id)}>
              {t('create.cancel')}
            </Button>
          </div>
        </form>
      </Content>
      <UnsavedGuard when={form.dirty && !mutation.isSuccess} />
    </PageFrame>
  )
}

function useCreateRecord(app: AppView, setFailure: (next: ErrorText | null) => void, form: RecordForm) {
  const { t } = useTranslation('similar')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: (record: Parameters<typeof saveNew>[1]) =>
      saveNew({ tenantId: scope.tenantId, appId: app.id }, record),
    onMutate: () => setFailure(null),
    onSuccess: (record) => {
      const { folded, ...saved } = record
      keepSaved(client, scope.tenantId, saved)
      if (folded === true) {
        // It was there before: what is counted and shown of it has to be read.
        void client.invalidateQueries({ queryKey: keys.one(scope.tenantId, 'records', record.id) })
        toast({
          kind: 'info',
          title: t('folded', { id: record.trackingId }),
          text: t('foldedText'),
          for: 8_000,
        })
      }
      void navigate({ to: paths.record(scope, app.id, record.id), replace: true, ignoreBlocker: true })
    },
    onError: (error) => {
      const { '': rest, ...faults } = fieldFaults(
        error,
        app.fields.map((field) => field.key),
        ['fields'],
      )
      form.setErrors(faults)
      if (rest !== undefined || Object.keys(faults).length === 0) setFailure(describeError(error))
    },
  })
  return mutation
}

/** The help text of a field, and its default. */
function describe(field: Field, t: (key: string) => string): string | undefined {
  const filled = momentaryDefault(field)
  const parts = [field.help, filled === null ? undefined : t(`create.default.${filled}`)]
  return parts.filter((part) => part !== undefined).join(' ') || undefined
}

function Fields({ app, form }: { app: AppView; form: RecordForm }) {
  const { tenantId } = useTenantScope()
  return app.layout.flatMap(itemsOfSection).map(({ field: key, block }) => {
    // Buttons and widgets are about a record, which isn't there yet.
    if (block !== undefined)
      return (
        <FormBlock
          key={block.id}
          block={block}
          button={() => null}
          image={(id) => appImageAddress(tenantId, app.id, id)}
        />
      )
    const field = app.fields.find((one) => one.key === key)
    return field !== undefined && isFilled(field) && <NewField key={key} field={field} form={form} />
  })
}

function isFilled(field: Field): boolean {
  const { clock, thread } = fieldTraits(field)
  return !field.readOnly && !thread && !clock && !isComputed(field)
}

function NewField({ field, form }: { field: Field; form: RecordForm }) {
  const { t } = useTranslation('records')
  const people = usePeople()
  const id = useId()
  const error = form.errors[field.key]
  const { name, why, notes } = fieldLogic(field.key)
  return (
    <div className={logicClasses.whyRow} data-field={name}>
      <Input.Wrapper
        id={id}
        label={field.label}
        required={field.required}
        description={describe(field, t)}
        error={error}
      >
        {isCaseField(field) ? (
          <NewCaseField
            field={field}
            onDraft={(draft) => form.set(field.key, draft)}
            input={{ id, ...(error === undefined ? {} : { error: true }) }}
          />
        ) : (
          <FieldEditor
            field={field}
            draft={form.draft(field.key)}
            onDraft={(draft) => form.set(field.key, draft)}
            choices={{ people: people.all, groups: people.groups }}
            input={{ id, ...(error === undefined ? {} : { error: true }) }}
          />
        )}
      </Input.Wrapper>
      {notes}
      {why}
    </div>
  )
}
