/** A refusal that belongs to no field, above the button of its form. */
export const FormError = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <p role="alert" className="rounded-md bg-bad-soft px-4 py-3 text-sm text-bad-ink">
      {text}
    </p>
  );
