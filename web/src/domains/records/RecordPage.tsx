import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { useDeletedRecords } from '../../data/deleted-records.ts'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { useModelNews } from '../../data/useHubs.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { PageFrame } from '../../ui/frame/Frame.tsx'
import { PageLoading } from '../../ui/frame/PageLoading.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { fieldsEn } from '../../field-types/values/fields.en.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { titleOf } from './list/list-columns.tsx'
import { AttackPath } from './attack/AttackPath.tsx'
import { RunMenu } from './buttons/RunMenu.tsx'
import { useMissingButtons } from './buttons/useMissingButtons.ts'
import { Conflicts } from './model/Conflicts.tsx'
import { OBSERVABLES_TAB } from './model/layout-tabs.ts'
import { WithApp } from './model/WithApp.tsx'
import { type Pager, usePager } from './list/usePager.ts'
import { HeaderChips } from './quick/HeaderChips.tsx'
import { CloseButton, Closing, PagerButtons, usePagerKeys } from './quick/RecordActions.tsx'
import { RecordStatus } from './quick/RecordStatus.tsx'
import type { ClosingState } from './quick/useCloseForm.ts'
import { LogicForm } from './logic/LogicForm.tsx'
import { type FormLogic, useFormLogic } from './logic/useFormLogic.ts'
import { RecordDetails } from './RecordDetails.tsx'
import { PromoteButtons } from './promote/PromoteButtons.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import { RecordParts } from './RecordParts.tsx'
import { RecordSplit } from './RecordSplit.tsx'
import { RailButton, WithRail } from './rail/WithRail.tsx'
import { SaveState } from './saving/SaveState.tsx'
import type { AutoSave } from './saving/useAutoSave.ts'
import { useDraftedForm } from './saving/useDraftedForm.ts'
import { useFieldEdits } from './saving/useFieldEdits.ts'
import classes from './model/Records.module.css'
import { ViewersHere } from './presence/ViewersHere.tsx'
import { usePresence } from './presence/usePresence.ts'
import { Viewers } from './presence/viewers.ts'
import { LockNotice } from './permissions/LockNotice.tsx'
import { ReadOnly } from './permissions/ReadOnly.tsx'
import { recordsEn } from './model/records.en.ts'
import { recordQuery } from './model/records.queries.ts'
import { removeUnreadableDrafts } from './model/unreadable-drafts.ts'
import { usePeople } from '../../data/people.ts'
import { faultsOf, type RecordForm } from './model/useRecordForm.ts'

addTexts('records', recordsEn)
addTexts('fields', fieldsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/$recordId')

/** The record, in split view with the list that it was opened from. */
export function RecordPage() {
  const { appId, recordId } = route.useParams()
  return (
    <RecordSplit appId={appId} recordId={recordId}>
      <OpenRecord appId={appId} recordId={recordId} />
    </RecordSplit>
  )
}

function OpenRecord({ appId, recordId }: { appId: string; recordId: string }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
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
  const isMissing = hasCode(query.error, 'resource.not_found')
  const { tenantId, userId } = scope
  useEffect(() => {
    if (isMissing) removeUnreadableDrafts({ tenantId, userId, recordId }, null)
  }, [isMissing, tenantId, userId, recordId])
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

/** On the tab of observables, the keys of lists belong to its list. */
function usePagerWithKeys(app: AppView, recordId: string): { pager: Pager; isList: boolean } {
  const pager = usePager(app.id, recordId)
  const isList = route.useSearch().tab === OBSERVABLES_TAB
  usePagerKeys(app, pager, isList)
  return { pager, isList }
}

/** The title of the record, which also names the page. */
function useTitle(app: AppView, record: RecordView): string {
  const scope = useTenantScope()
  const title = titleOf(app, record)
  useBreadcrumbs([{ label: app.name, to: paths.recordList(scope, app.id) }])
  usePageTitle(`${record.trackingId} ${title}`, app.name)
  return title
}

function LoadedRecord({ app, record }: { app: AppView; record: RecordView }) {
  const people = usePeople()
  const drafted = useDraftedForm(app, record)
  const { form } = drafted
  const logic = useFormLogic(app, record, form)
  const missing = useMissingButtons(app, logic.outcome)
  const { saving, edits: own, guard } = useFieldEdits({ app, record, drafted, logic })
  const { viewers, edits } = usePresence(record, own)
  const title = useTitle(app, record)
  const [closing, setClosing] = useState<ClosingState | null>(null)
  const { pager, isList } = usePagerWithKeys(app, record.id)
  return (
    <PageFrame>
      <Viewers value={viewers}>
        <WithRail app={logic.app} record={record} people={people}>
          <RecordHeader
            {...{ record, title, app, logic, people, pager }}
            onSaved={edits.cancel}
            onClose={setClosing}
          />
          <LockNotice record={record} dirty={form.typed.length > 0} />
          <RecordParts
            app={app}
            layout={logic.app.layout}
            record={record}
            people={people}
            faulty={Object.keys(form.errors)}
          >
            {(tab) => (
              <LogicForm logic={logic} recordId={record.id} missing={missing}>
                <FormNotices {...{ app, record, form, saving }} />
                <RecordDetails
                  {...{ record, form, edits, people, tab }}
                  app={logic.app}
                  outcome={logic.outcome}
                />
              </LogicForm>
            )}
          </RecordParts>
        </WithRail>
      </Viewers>
      <RecordStatus {...{ logic, record, pager, isList }}>
        <SaveState app={app} form={form} saving={saving} />
      </RecordStatus>
      <Closing app={app} record={record} to={closing} pager={pager} onClose={() => setClosing(null)} />
      <Conflicts app={app} saving={saving} people={people} />
      <UnsavedGuard {...guard} />
    </PageFrame>
  )
}

interface FormNoticesProps {
  app: AppView
  record: RecordView
  form: RecordForm
  saving: AutoSave
}

/** Above the fields: what someone else changed meanwhile, and what the server rejected. */
function FormNotices({ app, record, form, saving }: FormNoticesProps) {
  const { t } = useTranslation('records')
  const failure = form.typed.length > 0 ? saving.failure : null
  return (
    <>
      <Meanwhile record={record} dirty={form.typed.length > 0} savedVersion={saving.savedVersion} />
      <div className={classes.rejected}>
        <ErrorSummary
          {...(failure === null
            ? {}
            : { message: `${t('page.saveFailed')}. ${failure.text}`, requestId: failure.requestId })}
          faults={faultsOf(app, form)}
          still
        />
      </div>
    </>
  )
}

interface RecordHeaderProps {
  record: RecordView
  title: string
  app: AppView
  logic: FormLogic
  people: ReturnType<typeof usePeople>
  pager: Pager
  /** A value was saved in the header: what is typed into its field is obsolete. */
  onSaved: (field: string) => void
  onClose: (to: ClosingState) => void
}

function RecordHeader(props: RecordHeaderProps) {
  const { record, title, app, logic, people, pager, onSaved, onClose } = props
  const shown = { app: logic.app, base: app, record, outcome: logic.outcome }
  return (
    <header className={classes.header}>
      <div className={classes.headline}>
        <span className={classes.tracking}>{record.trackingId}</span>
        <h1 className={classes.title} title={title}>
          {title}
        </h1>
        <ViewersHere app={logic.app} />
        <div className={classes.actions}>
          {record.can.update && <PromoteButtons app={app} records={[record.id]} fields={record.fields} />}
          <PagerButtons pager={pager} />
          <RecordMenu app={app} record={record} title={title} />
          <ReadOnly record={record} />
          <RailButton app={logic.app} record={record} people={people} />
          <RunMenu app={app} record={record} outcome={logic.outcome} />
          <CloseButton {...shown} onClose={onClose} />
        </div>
      </div>
      <HeaderChips {...shown} onClose={onClose} onSaved={onSaved} />
      <AttackPath record={record} />
    </header>
  )
}

interface MeanwhileProps {
  record: RecordView
  dirty: boolean
  /** What was saved from here is no news. */
  savedVersion: number
}

/** Says that the stored record changed during editing; the user's input stays. */
function Meanwhile({ record, dirty, savedVersion }: MeanwhileProps) {
  const { t } = useTranslation('records')
  const [base, setBase] = useState<number | null>(null)
  if (dirty && base === null) setBase(record.version)
  if (base !== null && base < savedVersion) setBase(savedVersion)
  if (!dirty && base !== null) setBase(null)
  if (!dirty || base === null || base === record.version) return null
  return (
    <p className={classes.notice} role="status">
      {t('page.meanwhile', { who: record.updatedBy.name })}
    </p>
  )
}
