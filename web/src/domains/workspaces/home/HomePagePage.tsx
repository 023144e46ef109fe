import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Centred, Content, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { BuiltInHome } from './HomePage.tsx'
import { BUILT_IN, homePageQuery } from './home-pages.queries.ts'
import { HomeScreen } from './HomeScreen.tsx'

const route = getRouteApi('/account/$accountId/tenant/$tenantId/homepages/$homePageId')

/** One home page by its ID, or the built-in page, whichever the reader's own home is. */
export function HomePagePage() {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const { homePageId } = route.useParams()
  useBreadcrumbs([{ label: t('pages.title'), to: paths.homePages(scope) }])
  if (homePageId === BUILT_IN) return <BuiltInHome />
  return <LoadedPage key={homePageId} homePageId={homePageId} />
}

function LoadedPage({ homePageId }: { homePageId: string }) {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const query = useQuery(homePageQuery(tenantId, homePageId))
  usePageTitle(query.data?.name ?? t('pages.title'), t('pages.title'))
  if (query.data !== undefined && hasCode(query.error, 'resource.not_found'))
    return (
      <PageFrame>
        <Content>
          <Centred>
            <StateCard level={1} title={t('pages.gone')} error={{ text: t('pages.goneText') }} />
          </Centred>
        </Content>
      </PageFrame>
    )
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('pages.oneFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return query.data === undefined ? null : <HomeScreen page={query.data} title={query.data.name} />
}
