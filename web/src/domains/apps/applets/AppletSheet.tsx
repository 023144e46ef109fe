import type { AppletUse } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Anchor } from '@mantine/core'
import { IconPuzzle, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../builder/Builder.module.css'
import { useDrops } from '../draft/dragging.ts'
import { SectionTiles } from '../builder/FormSection.tsx'
import { placeOfDrop } from '../builder/useFormEdits.ts'
import type { SheetProps, TileLook } from '../draft/builder-types.ts'
import { rulesOf } from '../workflow/model/workflow-tree.ts'
import { type FieldNews, newsOf } from './applet-as-app.ts'
import own from './Applets.module.css'
import { RuleList } from './RuleList.tsx'
import type { Say } from '../../../field-types/field-type.ts'

interface AppletSheetProps extends SheetProps {
  uses: readonly AppletUse[]
  onWorkflow: () => void
}

/** The one section that the applet puts into apps, and the rules that go with it. */
export function AppletSheet({ uses, onWorkflow, ...shared }: AppletSheetProps) {
  const { t } = useTranslation('applets')
  const { edited, edits, selected, onSelect } = shared
  const { draft, base } = edited
  const section = draft.layout[0]
  const rules = ruleCount(draft)
  useDrops((dragged, place, edge) => {
    const at = placeOfDrop(draft, place, edge)
    if (dragged.what === 'kind') edits.addKind(dragged.kind, at)
    else if (dragged.what === 'field') edits.place(dragged.field, at)
  })
  const look: TileLook = {
    tag: (field: FieldInput) => newsText(newsOf(base, draft, field.key), t),
    end: ({ key }: FieldInput) => key,
  }
  const isSelected = selected !== null && 'section' in selected
  return (
    <>
      <section className={classes.sheet} aria-label={t('sheet.title')}>
        <button
          type="button"
          className={own.sheetHead}
          data-selected={isSelected || undefined}
          aria-pressed={isSelected}
          onClick={() => onSelect({ section: 0 })}
        >
          <IconPuzzle size={16} stroke={1.6} aria-hidden />
          <span className={own.sheetTitle}>{section?.title ?? draft.name}</span>
          <span className={classes.quiet}>{t('sheet.note')}</span>
          <IconSettings size={14} stroke={1.6} aria-hidden className={classes.sectionGear} />
        </button>
        <div className={classes.sheetBody}>
          <SectionTiles at={0} {...shared} look={look} />
        </div>
      </section>
      <section className={own.rules} aria-label={t('sheet.workflow')}>
        <header className={own.rulesHead}>
          <h2 className={own.rulesTitle}>{t('sheet.workflow')}</h2>
          {rules > 0 && <span className={classes.quiet}>{t('sheet.workflowNote', { count: rules })}</span>}
          <Anchor component="button" type="button" onClick={onWorkflow} className={own.rulesOpen ?? ''}>
            {t('sheet.open')}
          </Anchor>
        </header>
        <RuleList edited={edited} uses={uses} />
      </section>
    </>
  )
}

function newsText(news: FieldNews, t: Say): string | null {
  if (news === null) return null
  if (news.what === 'options') return t('news.options', { count: news.count })
  if (news.what === 'renamed') return t('news.renamed', { from: news.from })
  return t(`news.${news.what}`)
}

function ruleCount({ workflow }: SheetProps['edited']['draft']): number {
  return workflow === undefined ? 0 : rulesOf(workflow).length
}
