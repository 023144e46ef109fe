import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { RecordView } from '@caseloom/contract/records/records'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { useDeletedRecords } from '../../data/deleted-records.ts'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { useModelNews } from '../../data/useHubs.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, PageFrame } from '../../ui/frame/Frame.tsx'
import { PageLoading } from '../../ui/frame/PageLoading.tsx'
import { TabBar, tabPanelProps } from '../../ui/frame/TabBar.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { fieldsEn } from '../../field-types/values/fields.en.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { CommentThread } from './comments/CommentThread.tsx'
import { threadQuery } from './comments/comments.queries.ts'
import { recordFilesQuery } from './files/files.queries.ts'
import { RecordFiles } from './files/RecordFiles.tsx'
import { titleOf } from './list/list-columns.tsx'
import { SimilarRecords } from './case/SimilarRecords.tsx'
import { RecordButtons } from './buttons/RecordButtons.tsx'
import { useMissingButtons } from './buttons/useMissingButtons.ts'
import { Conflicts } from './model/Conflicts.tsx'
import { WithApp } from './model/WithApp.tsx'
import { type Pager, usePager } from './list/usePager.ts'
import { HeaderChips } from './quick/HeaderChips.tsx'
import { CloseButton, Closing, PagerButtons, usePagerKeys } from './quick/RecordActions.tsx'
import { RecordStatus } from './quick/RecordStatus.tsx'
import type { ClosingState } from './quick/useCloseForm.ts'
import { LogicForm } from './logic/LogicForm.tsx'
import { type FormLogic, useFormLogic } from './logic/useFormLogic.ts'
import { RecordDetails } from './RecordDetails.tsx'
import { MergedRecords } from './merge/MergedRecords.tsx'
import { relatedQuery } from './model/links.queries.ts'
import { RecordRelated } from './links/RecordRelated.tsx'
import { PromoteButtons } from './promote/PromoteButtons.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import { RecordRuns } from './RecordRuns.tsx'
import { RecordTimeline } from './RecordTimeline.tsx'
import { SaveButtons } from './SaveButtons.tsx'
import classes from './model/Records.module.css'
import { LockNotice } from './permissions/LockNotice.tsx'
import { ReadOnly } from './permissions/ReadOnly.tsx'
import { recordsEn } from './model/records.en.ts'
import { recordQuery } from './model/records.queries.ts'
import { usePeople } from '../../data/people.ts'
import { faultsOf, type RecordForm, useRecordForm } from './model/useRecordForm.ts'
import { useSaveRecord } from './model/useSaveRecord.ts'

addTexts('records', recordsEn)
addTexts('fields', fieldsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/$recordId')

export function RecordPage() {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const { appId, recordId } = route.useParams()
  const query = useQuery(recordQuery(scope.tenantId, appId, recordId))
  const navigate = useNavigate()
  const client = useQueryClient()
  const survivor = query.data !== undefined && query.data.id !== recordId ? query.data : null
  const leave = () => {
    toast({ kind: 'info', title: t('page.gone'), text: t('page.goneText') })
    // A returning visitor must not see what was read before, nor the message again.
    void navigate({ to: paths.recordList(scope, appId), ignoreBlocker: true }).then(() =>
      client.removeQueries({ queryKey: keys.one(scope.tenantId, 'records', recordId) }),
    )
  }
  const leaveNow = useEffectEvent(leave)
  useDeletedRecords(scope.tenantId)
  useModelNews((news) => {
    if (news.verb !== 'destroyed') return
    // After a merge, refetching leads to the other record.
    if (news.kind === 'records' && news.id === recordId) void query.refetch()
    if (news.kind === 'apps' && news.id === appId) leave()
  })
  // Permission changes without an event show when the record is read again.
  const isGone =
    query.data !== undefined && query.isFetchedAfterMount && hasCode(query.error, 'resource.not_found')
  useEffect(() => {
    if (isGone) leaveNow()
  }, [isGone])
  useLeadOn(recordId, survivor)
  if (query.isError && query.data === undefined) {
    return (
      <PageFailure
        title={t('page.loadFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const record = query.data
  if (record === undefined || survivor !== null) return <PageLoading kind="record" />
  return (
    <WithApp appId={appId}>{(app) => <LoadedRecord key={record.id} app={app} record={record} />}</WithApp>
  )
}

function useLeadOn(recordId: string, survivor: RecordView | null) {
  const { t } = useTranslation('merge')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lead = useEffectEvent((record: RecordView) => {
    const before = client.getQueryData(keys.one(scope.tenantId, 'records', record.id))
    if (before === undefined) client.setQueryData(keys.one(scope.tenantId, 'records', record.id), record)
    toast({ kind: 'info', title: t('leads', { id: record.trackingId }) })
    void navigate({ to: paths.record(scope, record.appId, record.id), replace: true, ignoreBlocker: true })
    client.removeQueries({ queryKey: keys.one(scope.tenantId, 'records', recordId) })
  })
  useEffect(() => {
    if (survivor !== null) lead(survivor)
  }, [survivor])
}

function LoadedRecord({ app, record }: { app: AppView; record: RecordView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const people = usePeople()
  const form = useRecordForm(app, record)
  const logic = useFormLogic(app, record, form)
  const missing = useMissingButtons(app, logic.outcome)
  const saving = useSaveRecord({ tenantId: scope.tenantId, app, record, form })
  const title = titleOf(app, record)
  useBreadcrumbs([{ label: app.name, to: paths.recordList(scope, app.id) }])
  usePageTitle(`${record.trackingId} ${title}`, app.name)
  const faults = faultsOf(app, form)
  const [closing, setClosing] = useState<ClosingState | null>(null)
  const pager = usePager(app.id, record.id)
  usePagerKeys(app, pager)
  return (
    <PageFrame>
      <RecordHeader {...{ record, title, app, logic, form, saving, pager }} onClose={setClosing} />
      <LockNotice record={record} dirty={form.dirty} />
      <Parts app={app} record={record} people={people}>
        <Meanwhile record={record} dirty={form.dirty} />
        <ErrorSummary
          {...(saving.failure === null || !form.dirty
            ? {}
            : {
                message: `${t('page.saveFailed')}. ${saving.failure.text}`,
                requestId: saving.failure.requestId,
              })}
          faults={faults}
        />
        <LogicForm logic={logic} recordId={record.id} missing={missing}>
          <RecordDetails
            app={logic.app}
            record={record}
            form={form}
            people={people}
            outcome={logic.outcome}
          />
        </LogicForm>
      </Parts>
      <RecordStatus logic={logic} record={record} pager={pager} dirty={form.dirty} />
      <Closing app={app} record={record} to={closing} pager={pager} onClose={() => setClosing(null)} />
      <Conflicts app={app} saving={saving} people={people} />
      <UnsavedGuard when={form.dirty} />
    </PageFrame>
  )
}

interface RecordHeaderProps {
  record: RecordView
  title: string
  app: AppView
  logic: FormLogic
  form: RecordForm
  saving: ReturnType<typeof useSaveRecord>
  pager: Pager
  onClose: (to: ClosingState) => void
}

function RecordHeader(props: RecordHeaderProps) {
  const { record, title, app, logic, form, saving, pager, onClose } = props
  const shown = { app: logic.app, base: app, record, outcome: logic.outcome }
  return (
    <header className={classes.header}>
      <div className={classes.headline}>
        <span className={classes.tracking}>{record.trackingId}</span>
        <h1 className={classes.title} title={title}>
          {title}
        </h1>
        <div className={classes.actions}>
          {record.can.update && <PromoteButtons app={app} records={[record.id]} fields={record.fields} />}
          <RecordButtons app={app} record={record} outcome={logic.outcome} />
          <PagerButtons pager={pager} />
          <RecordMenu app={app} record={record} title={title} />
          <ReadOnly record={record} />
          <CloseButton {...shown} onClose={onClose} />
          <SaveButtons record={record} form={form} saving={saving} />
        </div>
      </div>
      <HeaderChips {...shown} onClose={onClose} onSaved={form.reset} />
    </header>
  )
}

interface PartsProps {
  app: AppView
  record: RecordView
  people: ReturnType<typeof usePeople>
  children: React.ReactNode
}

function Parts({ app, record, people, children }: PartsProps) {
  const { t } = useTranslation('records')
  const mayReadRuns = useMay('run:read')
  const { tab = 'details' } = route.useSearch()
  const counts = useCounts(app.id, record.id)
  const navigate = useNavigate()
  const tabs = [
    { key: 'details', label: t('page.details') },
    { key: 'timeline', label: t('page.timeline') },
    { key: 'comments', label: t('page.comments'), ...counts.comments },
    { key: 'files', label: t('page.files'), ...counts.files },
    { key: 'related', label: t('page.related'), ...counts.related },
    ...(mayReadRuns ? [{ key: 'runs', label: t('page.runs') }] : []),
  ]
  const value = tabs.some((one) => one.key === tab) ? tab : 'details'
  const choose = (key: string) =>
    void navigate({ to: '.', search: key === 'details' ? {} : { tab: key }, replace: true })
  return (
    <>
      <TabBar label={t('page.tabs')} tabs={tabs} value={value} onChange={choose} prefix="record" />
      <Content padding={value === 'runs' ? 'none' : 'record'}>
        <div {...tabPanelProps('record', value)} className={value === 'runs' ? classes.fill : classes.page}>
          {value === 'details' && children}
          {value === 'timeline' && <RecordTimeline app={app} recordId={record.id} people={people} />}
          {value === 'comments' && <RecordComments appId={app.id} recordId={record.id} />}
          {value === 'files' && <RecordFiles app={app} recordId={record.id} />}
          {value === 'related' && <MergedRecords record={record} />}
          {value === 'related' && <RecordRelated appId={app.id} recordId={record.id} />}
          {value === 'related' && app.fields.some((field) => fieldTraits(field).observables) && (
            <SimilarRecords appId={app.id} recordId={record.id} />
          )}
          {value === 'runs' && <RecordRuns recordId={record.id} />}
        </div>
      </Content>
    </>
  )
}

/** Comment and file counts for the tabs; empty until known. */
function useCounts(appId: string, recordId: string) {
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId, recordId }
  const comments = useInfiniteQuery(threadQuery({ ...place, field: null })).data?.pages[0]?.total
  const files = useQuery(recordFilesQuery(place)).data?.items.length
  const related = useQuery(relatedQuery(place)).data?.reduce((sum, group) => sum + group.total, 0)
  return {
    comments: comments === undefined ? {} : { count: comments },
    files: files === undefined ? {} : { count: files },
    related: related === undefined ? {} : { count: related },
  }
}

function RecordComments({ appId, recordId }: { appId: string; recordId: string }) {
  const { tenantId } = useTenantScope()
  return <CommentThread place={{ tenantId, appId, recordId, field: null }} />
}

/** Says that the stored record changed during editing; the user's input stays. */
function Meanwhile({ record, dirty }: { record: RecordView; dirty: boolean }) {
  const { t } = useTranslation('records')
  const [base, setBase] = useState<number | null>(null)
  if (dirty && base === null) setBase(record.version)
  if (!dirty && base !== null) setBase(null)
  if (!dirty || base === null || base === record.version) return null
  return (
    <p className={classes.notice} role="status">
      {t('page.meanwhile', { who: record.updatedBy.name })}
    </p>
  )
}
