import type { ConnectorView } from '@caseloom/contract/automation/connectors'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { AssetDialog } from '../assets/AssetDialog.tsx'
import classes from '../assets/Assets.module.css'
import { assetsEn } from '../assets/assets.en.ts'
import { connectorQuery, readAgain, refreshAssets, removeConnector } from '../assets/assets.queries.ts'
import { automationEn } from '../shared/automation.en.ts'
import { ActionList } from './ActionList.tsx'

addTexts('automation', automationEn)
addTexts('assets', assetsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/connectors/$connectorKey')

export function ConnectorPage() {
  const { t } = useTranslation('assets')
  const { t: word } = useTranslation('automation')
  const scope = useTenantScope()
  const { connectorKey } = route.useParams()
  const query = useQuery(connectorQuery(scope.tenantId, connectorKey))
  const title = query.data?.title ?? connectorKey
  useBreadcrumbs([
    { label: word('orchestration'), to: paths.orchestration(scope) },
    { label: t('connectors.label'), to: paths.connectors(scope) },
    { label: title },
  ])
  usePageTitle(title, t('connectors.label'))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('connector.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined)
    return (
      <PageFrame>
        <PageBar title={title} />
        <Content>
          <div aria-busy />
        </Content>
      </PageFrame>
    )
  return <Filled connector={query.data} />
}

function Filled({ connector }: { connector: ConnectorView }) {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayManage = useMay('asset:manage')
  const [open, setOpen] = useState<'asset' | 'remove' | null>(null)
  const { id, title } = connector
  const reading = useReadAgain(connector)
  const failure = reading.isError ? describeError(reading.error) : null
  const actions = mayManage && (
    <>
      {connector.can.manage && (
        <ManageButtons connector={connector} reading={reading} onRemove={() => setOpen('remove')} />
      )}
      <Button
        variant="filled"
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        onClick={() => setOpen('asset')}
      >
        {t('assets.add')}
      </Button>
    </>
  )
  return (
    <PageFrame>
      <PageBar title={title} actions={actions} />
      <Content>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <About connector={connector} />
        <ActionList key={connector.revision} connector={connector} />
      </Content>
      {open === 'asset' && (
        <AssetDialog
          connector={connector.key}
          onDone={(asset) => void navigate({ to: paths.assets(scope), search: { asset: asset.id } })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'remove' && id !== null && (
        <RemoveConnector id={id} title={title} onClose={() => setOpen(null)} />
      )}
    </PageFrame>
  )
}

interface ManageButtonsProps {
  connector: ConnectorView
  reading: ReturnType<typeof useReadAgain>
  onRemove: () => void
}

function ManageButtons({ connector, reading, onRemove }: ManageButtonsProps) {
  const { t } = useTranslation('assets')
  return (
    <>
      {connector.source !== null && (
        <Button loading={reading.isPending} onClick={() => reading.mutate()}>
          {t('connector.again')}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={onRemove}>
        {t('connector.remove')}
      </Button>
    </>
  )
}

function useReadAgain({ id, title }: ConnectorView) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => readAgain(tenantId, id ?? ''),
    onSuccess: () => {
      refreshAssets(client, tenantId)
      toast({ kind: 'success', title: t('connector.readAgain', { name: title }) })
    },
  })
}

interface RemoveConnectorProps {
  id: NonNullable<ConnectorView['id']>
  title: string
  onClose: () => void
}

function RemoveConnector({ id, title, onClose }: RemoveConnectorProps) {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t('connector.removeTitle', { name: title })}
      text={t('connector.removeText')}
      confirm={t('connector.removeConfirm', { name: title })}
      danger
      run={() => removeConnector(scope.tenantId, id)}
      onDone={() => {
        refreshAssets(client, scope.tenantId)
        toast({ kind: 'success', title: t('connector.removed', { name: title }) })
        void navigate({ to: paths.connectors(scope) })
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}

function About({ connector }: { connector: ConnectorView }) {
  const { t } = useTranslation('assets')
  const { description, vendor, version, docs, source, warnings, authKinds } = connector
  return (
    <div className={classes.head}>
      {description !== '' && <p>{description}</p>}
      <div className={classes.facts}>
        {vendor !== '' && <span>{t('connector.vendor', { vendor })}</span>}
        {version !== '' && <span>{t('connector.version', { version })}</span>}
        <span>{authKinds.map(({ kind }) => t(`kinds.${kind}`)).join(', ')}</span>
        {source !== null && <span>{t('connector.source', { source })}</span>}
        {docs !== null && (
          <a href={docs} target="_blank" rel="noreferrer" className={classes.link}>
            {t('connector.docs')}
          </a>
        )}
      </div>
      {warnings.length > 0 && (
        <Notice>
          {t('connector.warnings', { count: warnings.length })}
          <ul className={classes.lines}>
            {warnings.slice(0, 10).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
