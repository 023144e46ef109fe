import type { Extension, Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'

/** A part of the text that is drawn as a pill. */
export interface Pill {
  from: number
  to: number
  /** As displayed: `normalize.output.title`. */
  text: string
  hue: 'step' | 'trigger' | 'other'
}

export interface PillLook {
  pillsOf: (text: string) => readonly Pill[]
  /** Where the cursor comes to when a pill is clicked, before its end. */
  caret: number
  /** A pill stays code while the cursor is at its end, as after typing it. */
  opensAtEnd: boolean
}

class PillWidget extends WidgetType {
  readonly pill: Pill
  readonly look: PillLook
  constructor(pill: Pill, look: PillLook) {
    super()
    this.pill = pill
    this.look = look
  }
  override eq(other: PillWidget): boolean {
    const { pill, look } = other
    return look === this.look && pill.text === this.pill.text && pill.hue === this.pill.hue
  }
  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-pill'
    element.dataset['hue'] = this.pill.hue
    element.textContent = this.pill.text
    element.addEventListener('mousedown', (event) => {
      event.preventDefault()
      // A click expands the pill to code, with the cursor at the end of its path.
      const from = view.posAtDOM(element)
      const pill = this.look.pillsOf(view.state.doc.toString()).find((one) => one.from === from)
      if (pill !== undefined && !view.state.readOnly) {
        view.dispatch({ selection: { anchor: Math.max(pill.from + 1, pill.to - this.look.caret) } })
        view.focus()
      }
    })
    return element
  }
}

/** Paths as pills; the cursor expands one, Backspace and Delete remove it entirely. */
export function pillView(look: PillLook): Extension {
  const isOpen = (view: EditorView, { from, to }: Pill): boolean =>
    (!look.opensAtEnd || view.hasFocus) &&
    view.state.selection.ranges.some(
      ({ empty, head }) => empty && head > from && (look.opensAtEnd ? head <= to : head < to),
    )
  const folded = (view: EditorView) =>
    look.pillsOf(view.state.doc.toString()).filter((pill) => !isOpen(view, pill))
  const decorations = (view: EditorView): DecorationSet => {
    const found: Range<Decoration>[] = []
    for (const pill of folded(view)) {
      // A decoration must not span lines.
      if (view.state.doc.lineAt(pill.from).to < pill.to) continue
      found.push(Decoration.replace({ widget: new PillWidget(pill, look) }).range(pill.from, pill.to))
    }
    return Decoration.set(found)
  }
  const deletePill = (edge: 'from' | 'to') => (view: EditorView) => {
    const { state } = view
    const { main } = state.selection
    if (!main.empty || state.readOnly) return false
    const pill = folded(view).find((one) => one[edge] === main.head)
    if (pill === undefined) return false
    view.dispatch({ changes: { from: pill.from, to: pill.to }, userEvent: 'delete' })
    return true
  }
  return [
    ViewPlugin.fromClass(
      class {
        decorations: DecorationSet
        constructor(view: EditorView) {
          this.decorations = decorations(view)
        }
        update({ docChanged, selectionSet, focusChanged, view }: ViewUpdate): void {
          if (docChanged || selectionSet || focusChanged) this.decorations = decorations(view)
        }
      },
      { decorations: (plugin) => plugin.decorations },
    ),
    keymap.of([
      { key: 'Backspace', run: deletePill('to') },
      { key: 'Delete', run: deletePill('from') },
    ]),
    EditorView.lineWrapping,
  ]
}
