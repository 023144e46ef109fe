import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import { PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './HeroAdmin.module.css'
import { heroAdminEn } from './hero-admin.en.ts'

addTexts('admin', heroAdminEn)

const PREFIX = 'hero-admin'

function tab(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

const TABS = [
  { key: 'feedback', Tab: tab(async () => (await import('./FeedbackTab.tsx')).FeedbackTab) },
] as const

/** What administrators set and read of Hero AI, tab by tab; each is a chunk of its own and keeps its filters. */
export function HeroAdminPage() {
  const { t } = useTranslation('admin')
  const [search, setSearch] = useSectionSearch<{ tab?: unknown }>(({ tab: asked }) => ({ tab: asked }))
  const shown = TABS.find(({ key }) => key === search.tab) ?? TABS[0]
  usePageTitle(t('heroAdmin.title'), t('shell.title'))
  // What the address says beside the tab belongs to the tab that one leaves.
  const go = (key: string) => setSearch({ tab: key })
  return (
    <PageFrame>
      <PageBar title={t('heroAdmin.title')} />
      <TabBar
        label={t('heroAdmin.title')}
        prefix={PREFIX}
        value={shown.key}
        tabs={TABS.map(({ key }) => ({ key, label: t(`heroAdmin.tabs.${key}`) }))}
        onChange={go}
      />
      <div className={classes.panel} {...tabPanelProps(PREFIX, shown.key)}>
        <Suspense fallback={null}>
          <shown.Tab key={shown.key} />
        </Suspense>
      </div>
    </PageFrame>
  )
}
