import { type ComponentType, lazy, Suspense, useState } from 'react'
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
  // Unsaved input survives switching tabs.
  { key: 'model', Tab: tab(async () => (await import('./ModelTab.tsx')).ModelTab), staysMounted: true },
  { key: 'sent', Tab: tab(async () => (await import('./SentTab.tsx')).SentTab), staysMounted: false },
  {
    key: 'feedback',
    Tab: tab(async () => (await import('./FeedbackTab.tsx')).FeedbackTab),
    staysMounted: false,
  },
] as const

/** Each tab is its own chunk and preserves its filters. */
export function HeroAdminPage() {
  const { t } = useTranslation('admin')
  const [search, setSearch] = useSectionSearch<{ tab?: unknown }>(({ tab: asked }) => ({ tab: asked }))
  const shown = TABS.find(({ key }) => key === search.tab) ?? TABS[0]
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  usePageTitle(t('heroAdmin.title'), t('shell.title'))
  // Other search parameters belong to the tab being left.
  const go = (key: string) => {
    setSeen(new Set([...seen, shown.key]))
    setSearch({ tab: key })
  }
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
      {TABS.filter(({ key, staysMounted }) => key === shown.key || (staysMounted && seen.has(key))).map(
        ({ key, Tab }) => (
          <div key={key} className={classes.panel} hidden={key !== shown.key} {...tabPanelProps(PREFIX, key)}>
            <Suspense fallback={null}>
              <Tab />
            </Suspense>
          </div>
        ),
      )}
    </PageFrame>
  )
}
