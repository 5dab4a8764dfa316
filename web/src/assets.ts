/** Where the built files are served; their names change with their content. */
export interface Assets {
  script: string
  style: string
  icon: string
  /** Inter, which every page needs. */
  font: string
  /** What an island needs, by its name. */
  modules: Record<string, string[]>
}
