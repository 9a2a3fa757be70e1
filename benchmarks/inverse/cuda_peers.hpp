#pragma once

#include <iostream>
#include <kolibri/error.hpp>
#include <type_traits>

#include "routine.hpp"

namespace kolibri::bench {

/// Throws Error unless a call of cuBLAS or cuSOLVER succeeded; 0 is success for both.
template <class Status>
void check_call(Status status, const char* what) {
  require(static_cast<int>(status) == 0, "kolibri::bench: ", what, ": status ", static_cast<int>(status));
}

/// A handle of NVIDIA's libraries that is destroyed with its owner.
template <class Handle, class Status>
using OwnedHandle = std::unique_ptr<std::remove_pointer_t<Handle>, Status (*)(Handle)>;

template <class Handle, class Status>
OwnedHandle<Handle, Status> owned(Status (*create)(Handle*), Status (*destroy)(Handle)) {
  Handle handle = nullptr;
  check_call(create(&handle), "creating a handle");
  return {handle, destroy};
}

/// Adds the peer, or names on standard error why it is left out: memory that is not there, for example.
template <class Peer, class Scalar>
void add_peer(const Batch<Scalar>& batch, Routines& routines) {
  try {
    routines.push_back(std::make_unique<Peer>(batch));
  } catch (const std::exception& error) {
    std::cerr << "left out: " << error.what() << '\n';
  }
}

/// Adds the batched routines of cuBLAS.
template <class Scalar>
void add_cublas(const Batch<Scalar>& batch, Routines& routines);

/// Adds the routines of cuSOLVER for a single matrix.
template <class Scalar>
void add_cusolver(const Batch<Scalar>& batch, Routines& routines);

std::string cublas_description();
std::string cusolver_description();

}  // namespace kolibri::bench
