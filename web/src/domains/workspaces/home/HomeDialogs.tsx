import type { HomePageView, HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { HomeNameDialog } from './HomeNameDialog.tsx'
import { HomeShareDialog } from './HomeShareDialog.tsx'
import { addHomePage, keepHomePage, refreshHomePages, removeHomePage } from './home-pages.queries.ts'
import type { EditedHome } from './useHomeDraft.ts'

interface NewHomePageProps {
  /** What it begins with. */
  widgets: readonly HomeWidget[]
  onClose: () => void
}

export function NewHomePage({ widgets, onClose }: NewHomePageProps) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <HomeNameDialog
      title={t('pages.new')}
      confirm={t('pages.add')}
      save={(name) => addHomePage(scope.tenantId, { name, widgets: [...widgets] })}
      onDone={(made) => {
        keepHomePage(client, scope.tenantId, made)
        onClose()
        void navigate({ to: paths.homePage(scope, made.id) })
      }}
      onClose={onClose}
    />
  )
}

interface HomeDialogsProps {
  page: HomePageView
  edited: EditedHome
  dialog: 'rename' | 'share' | 'delete'
  onClose: () => void
}

/** Each saves its part over the page as it was saved, or into the draft that is being edited. */
export function HomeDialogs({ page, edited, dialog, onClose }: HomeDialogsProps) {
  const { t } = useTranslation('home')
  const { name, sharing, defaultFor } = edited.draft ?? page
  if (dialog === 'rename')
    return (
      <HomeNameDialog
        title={t('pages.rename')}
        confirm={t('pages.apply')}
        name={name}
        save={async (next) => next}
        onDone={(next) => {
          edited.save({ name: next })
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (dialog === 'share')
    return (
      <HomeShareDialog
        name={name}
        sharing={sharing}
        defaultFor={defaultFor}
        onDone={(audience) => {
          edited.save(audience)
          onClose()
        }}
        onClose={onClose}
      />
    )
  return <DeleteHomePage page={page} onDeleted={edited.discard} onClose={onClose} />
}

interface DeleteHomePageProps {
  page: Pick<HomePageView, 'id' | 'name'>
  /** Before the page is left. */
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteHomePage({ page: { id, name }, onDeleted, onClose }: DeleteHomePageProps) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      danger
      title={t('pages.deleteTitle', { name })}
      text={t('pages.deleteText')}
      confirm={`${t('pages.delete')} ${name}`}
      run={() => removeHomePage(scope.tenantId, id)}
      onDone={() => {
        onDeleted?.()
        void navigate({ to: paths.homePages(scope) }).then(() => refreshHomePages(client, scope.tenantId))
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
