import type { HomePageItem } from '@caseloom/contract/workspaces/home-pages'
import { Button, Menu } from '@mantine/core'
import { IconHome, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState, StartCard } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Card } from '../../../ui/list-page/Card.tsx'
import { CardsPage } from '../../../ui/list-page/CardsPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { NO_PRINCIPALS, nameIn } from '../../../ui/sharing/principals.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { homeEn } from './home.en.ts'
import { BUILT_IN_WIDGETS } from './home-draft.ts'
import { homePagesQuery } from './home-pages.queries.ts'
import { DeleteHomePage, NewHomePage } from './HomeDialogs.tsx'

addTexts('home', homeEn)

/** Home pages of one's own, and those that others share. */
export function HomePagesPage() {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const query = useQuery(homePagesQuery(scope.tenantId))
  const [isAdding, setIsAdding] = useState(false)
  useBreadcrumbs([{ label: t('pages.title') }])
  usePageTitle(t('pages.title'), scope.tenantName)
  const add = () => setIsAdding(true)
  return (
    <CardsPage<HomePageItem>
      title={t('pages.title')}
      list={listState(query, query.data?.items ?? [])}
      texts={{
        search: t('pages.search'),
        failed: t('pages.failed'),
        noMatch: (text) => t('pages.noMatch', { text }),
      }}
      actions={
        <Button variant="filled" leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={add}>
          {t('pages.new')}
        </Button>
      }
      wordsOf={({ name }) => name}
      card={(item) => <HomePageCard key={item.id} item={item} />}
      empty={
        <EmptyState title={t('pages.empty')} text={t('pages.emptyText')}>
          <StartCard
            icon={<IconPlus size={16} stroke={1.6} aria-hidden />}
            title={t('pages.new')}
            text={t('pages.start')}
            onClick={add}
          />
        </EmptyState>
      }
      summary={(shown, all) => `${shown} / ${all}`}
    >
      {isAdding && <NewHomePage widgets={BUILT_IN_WIDGETS} onClose={() => setIsAdding(false)} />}
    </CardsPage>
  )
}

function HomePageCard({ item }: { item: HomePageItem }) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const names = useQuery(principalsQuery(scope.tenantId)).data ?? NO_PRINCIPALS
  const [isDeleting, setIsDeleting] = useState(false)
  const roles = item.defaultFor.flatMap((id) => nameIn(id, names) ?? [])
  const menu = {
    label: t('pages.cardMenu', { name: item.name }),
    items: <Menu.Item onClick={() => setIsDeleting(true)}>{t('pages.delete')}</Menu.Item>,
  }
  return (
    <Card
      icon={<IconHome size={18} stroke={1.6} aria-hidden />}
      to={paths.homePage(scope, item.id)}
      name={item.name}
      text={audienceOf(item, { me: scope.userId, owner: nameIn(item.ownerId, names), t })}
      facts={
        <>
          {roles.length > 0 && `${t('pages.defaultOf', { roles: roles.join(', ') })} · `}
          {t('pages.widgets', { count: item.widgets })} · {t('pages.updated')} <TimeAgo at={item.updatedAt} />
        </>
      }
      menu={item.can.manage ? menu : undefined}
    >
      {isDeleting && <DeleteHomePage page={item} onClose={() => setIsDeleting(false)} />}
    </Card>
  )
}

interface Reader {
  me: string
  owner: string | undefined
  t: ReturnType<typeof useTranslation<'home'>>['t']
}

/** Whose page it is, and for how many. */
function audienceOf({ ownerId, sharing }: HomePageItem, { me, owner, t }: Reader): string {
  if (ownerId !== me)
    return owner === undefined ? t('pages.sharedWithYou') : t('pages.sharedBy', { name: owner })
  if (sharing === null) return t('pages.everyone')
  return sharing.length === 0 ? t('pages.personal') : t('pages.grants', { count: sharing.length })
}
