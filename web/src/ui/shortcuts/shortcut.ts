export interface Shortcut {
  keys: readonly string[]
  label: string
}
