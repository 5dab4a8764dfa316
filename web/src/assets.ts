/** Where the built files are served; their names change with their content. */
export interface Assets {
  script: string
  style: string
  icon: string
  /** What an island needs, by its name. */
  modules: Record<string, string[]>
}
