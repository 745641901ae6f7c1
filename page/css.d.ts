/** The bundler gives a style sheet as its text. */
declare module "*.css" {
  const text: string;

  // biome-ignore lint/style/noDefaultExport: it is how the bundler gives it
  export { text as default };
}
