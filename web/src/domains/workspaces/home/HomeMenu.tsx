import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconHome } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { homeQuery } from '../../../data/favorites.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { BUILT_IN, chooseHomePage, homePagesQuery, refreshHomePages } from './home-pages.queries.ts'

export type HomeDialog = 'new' | 'rename' | 'share' | 'delete'

interface HomeMenuProps {
  /** The page that is shown; `builtIn` for the built-in one. */
  shownId: string
  name: string
  can: { manage: boolean; share: boolean }
  onDialog: (dialog: HomeDialog) => void
}

/** Switches between home pages, and changes the one that is shown. */
export function HomeMenu({ shownId, name, can, onDialog }: HomeMenuProps) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const pages = useQuery(homePagesQuery(scope.tenantId)).data?.items ?? []
  const choices = [
    ...pages.map((page) => ({ id: String(page.id), name: page.name })),
    builtIn(t('pages.builtIn')),
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          aria-label={t('pages.menu', { name })}
          leftSection={<IconHome size={14} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('pages.title')}</Menu.Label>
        {choices.map((page) => (
          <Menu.Item
            key={page.id}
            component={Link}
            to={paths.homePage(scope, page.id)}
            aria-current={page.id === shownId ? 'page' : undefined}
            rightSection={page.id === shownId && <IconCheck size={14} stroke={1.7} aria-hidden />}
          >
            {page.name}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to={paths.homePages(scope)}>
          {t('pages.all')}
        </Menu.Item>
        <Menu.Divider />
        <ChoiceItem shownId={shownId} name={name} />
        <Menu.Item onClick={() => onDialog('new')}>{t('pages.new')}</Menu.Item>
        {can.manage && <Menu.Item onClick={() => onDialog('rename')}>{t('pages.rename')}</Menu.Item>}
        {can.share && <Menu.Item onClick={() => onDialog('share')}>{t('pages.share')}</Menu.Item>}
        {can.manage && <Menu.Item onClick={() => onDialog('delete')}>{t('pages.delete')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

function builtIn(name: string) {
  return { id: BUILT_IN, name }
}

/** Sets the shown page as home; or, when it is the chosen one, returns to the default of the reader's roles. */
function ChoiceItem({ shownId, name }: { shownId: string; name: string }) {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const home = useQuery(homeQuery(tenantId)).data
  const choose = useMutation({
    mutationFn: (page: string | null) => chooseHomePage(tenantId, page),
    onSuccess: (_none, page) =>
      toast({
        kind: 'success',
        title: page === null ? t('pages.followsRole') : t('pages.isHome', { name }),
      }),
    onError: (error) =>
      toast({ kind: 'error', title: t('pages.notChosen'), text: describeError(error).text }),
    onSettled: () => refreshHomePages(client, tenantId),
  })
  if (home === undefined) return null
  const isChosen = home.source === 'chosen' && (home.page?.id ?? BUILT_IN) === shownId
  return (
    <Menu.Item disabled={choose.isPending} onClick={() => choose.mutate(isChosen ? null : shownId)}>
      {t(isChosen ? 'pages.unchoose' : 'pages.choose')}
    </Menu.Item>
  )
}
