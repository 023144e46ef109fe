import { lazy, Suspense } from 'react'
import type { SheetProps } from '../draft/builder-types.ts'
import { LinkedFieldPanel } from '../linking/LinkedFieldPanel.tsx'
import { LinkedSectionPanel } from '../linking/LinkedSectionPanel.tsx'
import { blockOf } from '../draft/app-draft.ts'
import { BlockPanel } from './BlockPanel.tsx'
import { FieldPanel } from './FieldPanel.tsx'
import { LayoutPanel } from './LayoutPanel.tsx'
import { RevisionsPanel } from './RevisionsPanel.tsx'
import { SectionPanel } from './SectionPanel.tsx'

const LinkAppletDialog = lazy(() =>
  import('../linking/LinkAppletDialog.tsx').then((module) => ({ default: module.LinkAppletDialog })),
)

const LayoutPreview = lazy(() =>
  import('../workflow/LayoutPreview.tsx').then((module) => ({ default: module.LayoutPreview })),
)

interface BuilderPanelProps extends SheetProps {
  /** The same with the layout that is edited in front. */
  lens: SheetProps['edited']
  layout: string | null
  onLayout: (id: string | null) => void
}

/** The panel of what is selected: a field, a section, a block, a layout, or the revisions. */
export function BuilderPanel({ lens, layout, onLayout, ...props }: BuilderPanelProps) {
  const { edited, edits, selected, onSelect } = props
  const front = { ...props, edited: lens }
  const close = () => onSelect(null)
  if (selected === null) return null
  if ('revisions' in selected) return <RevisionsPanel edited={edited} onClose={close} />
  if ('section' in selected) return <PanelOfSection at={selected.section} linking={edited} {...front} />
  if ('field' in selected) return <PanelOfField name={selected.field} linking={edited} {...front} />
  if (!('linkAt' in selected))
    return <PartPanel {...{ edited, lens, layout, onLayout, edits, selected }} onClose={close} />
  return (
    <Suspense fallback={null}>
      <LinkAppletDialog
        edited={edited}
        at={selected.linkAt}
        onDone={(section) => onSelect({ section })}
        onClose={close}
      />
    </Suspense>
  )
}

/** Links belong to the app, whichever layout is in front. */
interface LinkingProps extends SheetProps {
  linking: SheetProps['edited']
}

function PanelOfSection({ at, linking, ...props }: LinkingProps & { at: number }) {
  const { edited, edits, onSelect } = props
  const { layout } = edited.draft
  const section = layout[at]
  if (section === undefined) return null
  if (section.applet !== undefined)
    return (
      <LinkedSectionPanel
        key={section.applet}
        section={section}
        at={at}
        prefix={section.applet}
        {...props}
        edited={linking}
      />
    )
  return (
    <SectionPanel
      key={at}
      section={section}
      at={at}
      edits={edits}
      tabs={[...new Set(layout.flatMap((one) => one.tab ?? []))]}
      onClose={() => onSelect(null)}
    />
  )
}

function PanelOfField({ name, linking, ...props }: LinkingProps & { name: string }) {
  const { edited, edits, faults, onSelect } = props
  const { fields } = edited.draft
  const field = fields.find(({ key }) => key === name)
  if (field === undefined) return null
  // A field keeps its panel while its key is edited.
  const key = field.id ?? fields.indexOf(field)
  if (field.applet !== undefined)
    return <LinkedFieldPanel key={key} field={field} prefix={field.applet} {...props} edited={linking} />
  return (
    <FieldPanel
      key={key}
      field={field}
      edited={edited}
      edits={edits}
      faults={faults}
      onClose={() => onSelect(null)}
    />
  )
}

interface PartPanelProps
  extends Pick<BuilderPanelProps, 'edited' | 'lens' | 'layout' | 'onLayout' | 'edits'> {
  selected: { block: string } | { layout: string } | { preview: true }
  onClose: () => void
}

/** The panel of a block, of a layout, or the form as a role gets it. */
function PartPanel({ edited, lens, layout, onLayout, edits, selected, onClose }: PartPanelProps) {
  if ('block' in selected) {
    const block = blockOf(lens.draft, selected.block)
    if (block === undefined) return null
    return (
      <BlockPanel
        key={block.id}
        block={block}
        appId={edited.base.id}
        fields={edited.draft.fields}
        edits={edits}
        onClose={onClose}
      />
    )
  }
  const own = edited.draft.layouts?.find(({ id }) => id === layout)
  if ('layout' in selected)
    return own === undefined ? null : (
      <LayoutPanel
        key={own.id}
        edited={edited}
        layout={own}
        onRemoved={() => {
          onLayout(null)
          onClose()
        }}
        onClose={onClose}
      />
    )
  return (
    <Suspense fallback={null}>
      <LayoutPreview key={layout} edited={edited} role={own?.roles[0] ?? null} onClose={onClose} />
    </Suspense>
  )
}
