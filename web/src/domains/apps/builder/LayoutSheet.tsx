import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import classes from './Builder.module.css'
import { tabsOf } from '../draft/app-draft.ts'
import type { SheetProps } from '../draft/builder-types.ts'
import { useDrops } from '../draft/dragging.ts'
import { FormSection } from './FormSection.tsx'
import { LinkedSection } from '../linking/LinkedSection.tsx'
import { placeOfDrop } from './useFormEdits.ts'

interface LayoutSheetProps extends SheetProps {
  tab: string | null
  onTab: (tab: string | null) => void
}

const FIRST = '\u0000first'

export function LayoutSheet({ tab, onTab, ...shared }: LayoutSheetProps) {
  const { t } = useTranslation('apps')
  const { edited, edits } = shared
  const { draft } = edited
  useDrops((dragged, place, edge) => {
    const at = placeOfDrop(draft, place, edge)
    if (dragged.what === 'kind') edits.addKind(dragged.kind, at)
    else if (dragged.what === 'field') edits.place(dragged.field, at)
    else if (dragged.what === 'block-kind') edits.addBlock(dragged.kind, at)
    else if (dragged.what === 'block') edits.placeBlock(dragged.block, at)
    else if (dragged.what === 'section-kind') edits.addSection(place.section + 1)
    else if (dragged.what === 'applet-kind') edits.linkApplet(place.section + (edge === 'top' ? 0 : 1))
    else {
      const behind = edge === 'bottom' ? 1 : 0
      const to = place.section + behind - (dragged.section < place.section + behind ? 1 : 0)
      edits.moveSection(dragged.section, to)
    }
  })
  const tabs = tabsOf(draft.layout)
  const shown = tabs.find((one) => one.tab === tab) ?? tabs[0]
  return (
    <section className={classes.sheet} aria-label={t('sheet.title')}>
      {tabs.length > 1 && (
        <TabBar
          label={t('sheet.tabs')}
          prefix="form"
          tabs={tabs.map((one) => ({ key: one.tab ?? FIRST, label: one.tab ?? t('sheet.firstTab') }))}
          value={shown?.tab ?? FIRST}
          onChange={(key) => onTab(key === FIRST ? null : key)}
        />
      )}
      <div
        className={classes.sheetBody}
        {...(tabs.length > 1 ? { role: 'tabpanel', id: tabPanelProps('form', shown?.tab ?? FIRST).id } : {})}
      >
        {(shown?.sections ?? []).map((at) => (
          <SectionAt key={at} at={at} {...shared} />
        ))}
        {draft.layout.length === 0 && <p className={classes.emptyForm}>{t('sheet.emptyForm')}</p>}
        <button type="button" className={classes.addSection} onClick={() => edits.addSection()}>
          <IconPlus size={14} stroke={1.7} aria-hidden />
          {t('sheet.addSection')}
        </button>
      </div>
    </section>
  )
}

function SectionAt({ at, ...shared }: SheetProps & { at: number }) {
  const prefix = shared.edited.draft.layout[at]?.applet
  if (prefix === undefined) return <FormSection at={at} {...shared} />
  return <LinkedSection at={at} prefix={prefix} {...shared} />
}
