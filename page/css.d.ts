/** A style sheet, which the bundler imports as text. */
declare module "*.css" {
  const text: string;

  // biome-ignore lint/style/noDefaultExport: it is how the bundler gives it
  export { text as default };
}
