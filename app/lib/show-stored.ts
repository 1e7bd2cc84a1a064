import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/** Shows what a change returned. A fetch that began before the change would undo it, so it is dropped. */
export async function showStored<Data>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  data: NoInfer<Data>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}
